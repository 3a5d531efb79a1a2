"""Replies as mail programs write them: with the original below or above, as plain text or as HTML."""

import itertools
import re
from email.message import EmailMessage

_numbers = itertools.count()
CAPTAIN = "Captain's Table <captain@localhost>"
DAY = "Wednesday, March 10, 2027"


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def headers(subject, *, html=False):
    rows = {"From": CAPTAIN, "Sent": f"{DAY} 1:02 PM", "To": "Bob <bob@example.org>", "Subject": subject}
    if html:
        lines = (f"<b>{name}:</b> {value.replace('<', '&lt;')}<br>" for name, value in rows.items())
        return "".join(lines)
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def flowed(text):
    """Return the text with soft line breaks (RFC 3676), as Thunderbird and K-9 wrap it."""
    return text.replace(", ", ", \n")


# By program: the plain text, and the HTML, of a reply to an email with this subject, text and HTML.
PLAIN = {
    "gmail": lambda said, subject, text: (
        f"{said}\n\nOn Wed, Mar 10, 2027 at 1:02 PM Captain's Table <captain@localhost>\nwrote:\n\n{quoted(text)}\n"
    ),
    "gmail-de": lambda said, subject, text: (
        f"{said}\n\nAm Mi., 10. März 2027 um 13:02 Uhr schrieb Captain's Table <\ncaptain@localhost>:\n\n"
        f"{quoted(text)}\n"
    ),
    "outlook": lambda said, subject, text: (
        f"{said}\n\n{'_' * 32}\n{headers(subject)}\n\n{text}\n"
    ),
    "outlook-desktop": lambda said, subject, text: (
        f"{said}\n\n \n\n{headers(subject)}\n\n \n\n{text}\n"
    ),
    "apple": lambda said, subject, text: (
        f"{said}\n\nSent from my iPhone\n\n> On 10 Mar 2027, at 13:02, {CAPTAIN} wrote:\n> \n{quoted(text)}\n"
    ),
    "thunderbird": lambda said, subject, text: (
        f"On 10.03.27 13:02, Captain's Table wrote:\n{quoted(text)}\n\n{flowed(said)}\n\n-- \nBob Bosun\nof the Nancy\n"
    ),
    "k9": lambda said, subject, text: (
        f"{flowed(said)}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n\n"
        f"On 10 March 2027 13:02:11 UTC, {CAPTAIN} wrote:\n{quoted(text).replace('> ', '>')}\n"
    ),
    "k9-headers": lambda said, subject, text: (
        f"{said}\n\n-------- Original Message --------\n{headers(subject)}\n\n{text}\n"
    ),
}  # fmt: skip
HTML = {
    "gmail": lambda said, subject, html: (
        f'<div dir="ltr">{said}</div><br><div class="gmail_quote"><div class="gmail_attr">On Wed, Mar 10, 2027'
        " at 1:02\u202fPM Captain&#39;s Table &lt;<a href=\"mailto:captain@localhost\">captain@localhost</a>&gt;"
        f' wrote:<br></div><blockquote class="gmail_quote" style="margin:0">{html}</blockquote></div>'
    ),
    "outlook": lambda said, subject, html: (
        f'<div class="elementToProof">{said}</div><div id="appendonsend"></div><hr style="width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font>{headers(subject, html=True)}</font><div>&nbsp;</div></div>{html}'
    ),
    "apple": lambda said, subject, html: (
        f'<div dir="ltr">{said}</div><div dir="ltr"><br>Sent from my iPad</div><div dir="ltr"><br><blockquote'
        f' type="cite">On 10 Mar 2027, at 13:02, Captain\'s Table &lt;captain@localhost&gt; wrote:<br><br></blockquote>'
        f'</div><blockquote type="cite"><div dir="ltr">\ufeff{html}</div></blockquote>'
    ),
    "thunderbird": lambda said, subject, html: (
        f'<p>{said}</p><div class="moz-cite-prefix">On 10.03.27 13:02, Captain\'s Table wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:1@localhost">{html}</blockquote><pre class="moz-signature">-- \nBob</pre>'
    ),
    "k9": lambda said, subject, html: (
        f'{said}<br><br><div class="gmail_quote"><div dir="auto">On 10 March 2027 13:02:11 UTC, Captain\'s Table'
        f' &lt;captain@localhost&gt; wrote:</div><blockquote class="gmail_quote">{html}</blockquote></div>'
    ),
}  # fmt: skip
CHARSETS = {"outlook": "windows-1252", "gmail": "utf-8", "apple": "utf-8"}


def text_reply(sent, said, program):
    """Return the program's plain-text reply to an email that was sent."""
    reply = _reply(sent, PLAIN[program](said, sent.subject, sent.body), program, "plain")
    if program in {"thunderbird", "k9"}:
        reply.set_param("format", "flowed")
    return reply


def html_reply(sent, said, program):
    """Return the program's reply in HTML, without a plain-text version."""
    body = re.search(r"<body[^>]*>(.*)</body>", sent.alternatives[0].content, re.DOTALL)[1]
    page = f"<html><body>{HTML[program](said, sent.subject, body)}</body></html>"
    return _reply(sent, page, program, "html")


def _reply(sent, text, program, subtype):
    reply, charset = reply_frame(sent), CHARSETS.get(program, "utf-8")
    text = text.encode(charset, "xmlcharrefreplace" if subtype == "html" else "replace").decode(charset)
    reply.set_content(text, subtype=subtype, charset=charset)
    return reply


def reply_frame(sent):
    """Return an empty reply of the recipient, with the headers that all mail programs write."""
    reply = EmailMessage()
    reply["From"] = f"Bob <{sent.to[0]}>"
    reply["To"] = sent.reply_to[0]
    reply["Subject"] = f"Re: {sent.subject}"
    reply["In-Reply-To"] = sent.extra_headers["Message-ID"]
    reply["Message-ID"] = f"<{next(_numbers)}@mail.example.org>"
    return reply
