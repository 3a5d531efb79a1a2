FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --create-home captain && install -d -o captain /var/lib/captain /var/lib/captain/static
WORKDIR /srv/captain
COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY . .
# hadolint ignore=DL3066 # a number would change the owner of existing volumes
USER captain
EXPOSE 8000
