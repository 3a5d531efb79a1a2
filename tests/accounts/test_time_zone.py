import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from accounts.middleware import time_zone_middleware
from accounts.models import User
from accounts.validators import time_zones, validate_time_zone

pytestmark = pytest.mark.django_db


def zone_during_a_request_of(user):
    request = RequestFactory().get("/")
    request.user = user
    middleware = time_zone_middleware(lambda _request: HttpResponse(timezone.get_current_timezone_name()))
    return middleware(request).content.decode()


def test_times_are_shown_in_the_readers_zone(alice):
    alice.time_zone = "America/Bogota"
    assert zone_during_a_request_of(alice) == "America/Bogota"
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_zone_that_no_longer_exists_falls_back_to_the_sites(alice):
    User.objects.filter(pk=alice.pk).update(time_zone="Atlantis/Harbour")
    alice.refresh_from_db()
    assert zone_during_a_request_of(alice) == "UTC"


def test_the_sites_zone_is_offered_first():
    assert time_zones()[0] == "UTC"
    assert "Europe/Berlin" in time_zones()
    for name in time_zones():
        validate_time_zone(name)
