"""Forms for creating a table, inviting players, the ply of a page, and tables to skip."""

from collections.abc import Sequence
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.core.validators import validate_email
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Reader
from games.clock.clocks import DAY, HOUR, MOST, Bank, Clock, Fixed, NoClock
from games.engine.presenter import OptionWords
from games.errors import MalformedInput
from games.models import Circle, Seat, Table
from games.presenters import PRESENTERS
from games.tables.conditions import Conditions, reliable_enough
from games.tables.lobby import CHOOSE_CIRCLE, HIDDEN_CIRCLE, HIDING, Pace, expect_options
from games.titles import TITLES

_FEW = 8  # choices shown as radio buttons, at most
_APART = _("These options can't be combined. The note under each option says what it needs.")


_PRESETS: dict[str, tuple[Clock, Promise]] = {
    "day": (Fixed(DAY), _("A move a day")),
    "three-days": (Fixed(3 * DAY), _("A move in three days")),
    "fast-bank": (
        Bank(DAY, 2 * HOUR, 2 * DAY),
        _("A day, plus 2 hours per move"),
    ),
    "live": (Fixed(HOUR, HOUR), _("Live")),
    "two-days": (Fixed(2 * DAY), _("2 days per move")),
    "week": (Fixed(7 * DAY), _("1 week per move")),
    "bank": (Bank(3 * DAY, 12 * HOUR, 7 * DAY), _("A bank of 3 days, plus 12 hours per move, up to 7 days")),
    "none": (NoClock(), _("No clock")),
}
_USUAL = "three-days"
_CHOICES = [
    *((name, label) for name, (_clock, label) in _PRESETS.items()),
    ("own-fixed", _("Custom hours per move")), ("own-bank", _("Custom bank")),
]  # fmt: skip


def _hours(label: Any, initial: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, initial=initial, min_value=1, max_value=MOST // HOUR
    )


class PaceForm(forms.Form):
    """The clock, and what happens when time runs out. The fields in `OWN` are used only for a custom clock."""

    USUAL: ClassVar[int] = 4  # presets to show at once
    NOTES: ClassVar[dict[str, Promise]] = {  # shown while the preset is chosen
        "day": _("You have 24 hours for each move."),
        "three-days": _("You have three days for each move."),
        "fast-bank": _("Each move adds 2 hours. You save unused time, up to two days."),
        "live": _("All of you play at the same time, with an hour for each move."),
    }
    OWN: ClassVar[tuple[str, ...]] = ("own_move", "own_start", "own_increment", "own_cap", "own_answer")

    clock = forms.ChoiceField(
        label=_("Pace"), choices=_CHOICES, widget=forms.RadioSelect, initial=_USUAL, required=False,
        help_text=_("Replies out of turn use the same clock, but usually get at least 12 hours."),
    )  # fmt: skip
    own_move = _hours(_("Hours per move"), 36)
    own_start = _hours(_("Bank: hours at start"), 72)
    own_increment = _hours(_("Bank: hours added after each move"), 12)
    own_cap = _hours(_("Bank: maximum hours"), 168)
    own_answer = _hours(_("Minimum hours for a reply out of turn"), 12)
    on_timeout = forms.ChoiceField(
        label=_("When time runs out"), choices=Table.OnTimeout.choices, widget=forms.RadioSelect,
        initial=Table.OnTimeout.DEFAULT, required=False,
        help_text=_("After a forced move, the player can return at any time. After three time-outs "
                    "in a row the seat is out of the game."),
    )  # fmt: skip
    delays_answers = forms.BooleanField(
        label=_("Delay replies out of turn at random"), required=False,
        help_text=_(
            "By five minutes to an hour, whether a player or a standing order replies, so the "
            "speed reveals nothing. The delay counts as the player's time."
        ),
    )  # fmt: skip
    offers_seats = forms.BooleanField(
        label=_("Offer the seat to other players for two days first"), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Reject a clock that isn't possible."""
        data: dict[str, Any] = super().clean() or {}
        if not any(name in self.errors for name in ("clock", *self.OWN)):
            try:
                data["timing"] = self._clock(data)
            except ValueError:
                self.add_error(
                    "own_cap", _("The maximum of the bank must be at least its start and its increment.")
                )
            except TypeError:
                self.add_error("clock", _("Fill in all the hours of your own clock."))
        return data

    def _clock(self, data: dict[str, Any]) -> Clock:
        """The chosen clock. Raises TypeError if hours are missing, ValueError if they are inconsistent."""
        answer = data["own_answer"]
        match data["clock"] or _USUAL:
            case "own-fixed":
                return Fixed(data["own_move"] * HOUR, answer * HOUR)
            case "own-bank":
                start, more, cap = (data[name] * HOUR for name in ("own_start", "own_increment", "own_cap"))
                return Bank(start, more, cap, answer * HOUR)
            case preset:
                return _PRESETS[preset][0]

    @classmethod
    def usual(cls, name: str) -> Pace:
        """The pace with the usual clock of this name. Raises KeyError."""
        return Pace(_PRESETS[name][0])

    @classmethod
    def usual_choices(cls) -> list[tuple[str, Promise]]:
        """The names of the usual clocks that a form shows at once, with their labels."""
        return [(name, label) for name, (_clock, label) in _PRESETS.items()][: cls.USUAL]

    def pace(self) -> Pace:
        """The pace chosen in a valid form."""
        data = self.cleaned_data
        return Pace(
            data["timing"], data["on_timeout"] or Table.OnTimeout.DEFAULT,
            delays_answers=data["delays_answers"], offers_seats=data["offers_seats"],
        )  # fmt: skip


def _reliability_choices() -> list[tuple[int | str, str]]:
    return [
        ("", gettext("Anybody")),
        *((share, gettext("At least %(num)d%%") % {"num": share}) for share in (75, 90, 100)),
    ]


def _rating(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=9999)


class TableForm(PaceForm):
    """The settings of a new table, including its title's options. `circles` are those its creator may choose."""

    _FIRST: ClassVar[tuple[str, ...]] = ("seats", "clock", "circle", "admission", "is_rated")

    circle = forms.TypedChoiceField(
        label=_("Circle"), required=False, coerce=int, empty_value=None,
        help_text=_("The circle's page lists the table, and we tell its members."),
    )  # fmt: skip

    admission = forms.ChoiceField(
        label=_("Who may join"), choices=Table.Admission.choices, widget=forms.RadioSelect,
        initial=Table.Admission.OPEN,
    )  # fmt: skip
    is_rated = forms.BooleanField(
        label=_("Rated game"),
        required=False,
        help_text=_("Its result changes the players' ratings. Bots and guests can't play."),
    )
    seating = forms.ChoiceField(
        label=_("Seating"), choices=Table.Seating.choices, widget=forms.RadioSelect,
        initial=Table.Seating.RANDOM, help_text=_("The first player and the turn order."),
    )  # fmt: skip

    reliability = forms.TypedChoiceField(
        label=_("Reliability"), required=False, coerce=int, empty_value=None, choices=_reliability_choices,
        help_text=_("How often a player has decided in time lately. Players you invite by name can always join."),
    )  # fmt: skip
    rating = _rating(_("Rating at least"))
    rating_to = _rating(_("Rating at most"))
    met = forms.BooleanField(label=_("Only people I've finished a game with"), required=False)
    members = forms.BooleanField(
        label=_("Only members of the circle"), required=False, help_text=_("Others can watch.")
    )

    def __init__(self, title: str, *args: Any, circles: Sequence[Circle] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = title
        self._circles = {circle.pk: circle for circle in circles}
        self._offer_circles()
        game, presenter = TITLES[title], PRESENTERS[title]
        self.fields["seats_from"] = _count_field(
            game.seats, _("Minimum players"), required=False, empty_value=None,
            help_text=_("You can start the game once this many players have joined."),
        )  # fmt: skip
        self.fields["seats"] = _count_field(
            game.seats, _("Maximum players"),
            help_text=_("The game starts automatically when this many players have joined."),
        )  # fmt: skip
        for option in game.options:
            self.fields[f"option_{option.name}"] = _option_field(presenter.options[option.name], option)
        self.order_fields([*(f"option_{option.name}" for option in game.options), "seats_from", "seats"])

    def _offer_circles(self) -> None:
        """Offer the circles, if there are any."""
        if self._circles:
            field: Any = self.fields["circle"]
            field.choices = [("", _("None")), *((pk, circle.name) for pk, circle in self._circles.items())]
            return
        del self.fields["circle"], self.fields["members"]
        admission: Any = self.fields["admission"]
        admission.choices = [each for each in admission.choices if each[0] != Table.Admission.CIRCLE]

    def chosen_circle(self) -> Circle | None:
        """The chosen circle, in a valid form."""
        return self._circles.get(self.cleaned_data.get("circle") or 0)

    def _clean_circle(self, data: dict[str, Any]) -> None:
        """Reject a table for the members of no circle, and a visible table of a private one."""
        circle, admission = self.chosen_circle(), data.get("admission")
        if circle is None and (admission == Table.Admission.CIRCLE or data.get("members")):
            self.add_error("admission", CHOOSE_CIRCLE)
        elif circle is not None and not circle.is_public and admission in set(Table.Admission) - HIDING:
            self.add_error("admission", HIDDEN_CIRCLE)

    def clean(self) -> dict[str, Any]:
        """Reject combinations that are not possible."""
        data = super().clean() or {}
        self._clean_circle(data)
        if not self.errors and self.seats_from() > data["seats"]:
            self.add_error("seats", _("The maximum must be at least the minimum."))
        if data.get("is_rated") and data.get("on_timeout") == Table.OnTimeout.CARETAKER:
            self.add_error(
                "on_timeout", _("A bot can't play for somebody in a rated game. Choose what else happens.")
            )
        if not self.errors:
            try:
                expect_options(self.title, self.options(), data["seats"], self.seats_from())
            except MalformedInput as error:
                raise forms.ValidationError(_APART) from error
        return data

    def more(self) -> list[forms.BoundField]:
        """The fields under *More options*."""
        return [self[name] for name in self.fields if name not in self._FIRST and name not in self.OWN]

    def has_more_errors(self) -> bool:
        """Whether a field under *More options* has errors."""
        return any(bound.errors for bound in self.more())

    def conditions(self) -> Conditions:
        """What the table asks of its players, in a valid form."""
        data = self.cleaned_data
        return Conditions(
            data["reliability"] or 0, data["rating"] or 0, data["rating_to"] or 0, met=data["met"],
            members=data.get("members", False),
        )  # fmt: skip

    def seats_from(self) -> int:
        """The minimum number of players to start the game; 0 if not chosen."""
        return int(self.cleaned_data.get("seats_from") or 0)

    def options(self) -> dict[str, Any]:
        """The chosen options by name, in the engine's form."""
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in TITLES[self.title].options
        }


def like_table(table: Table) -> dict[str, Any]:
    """The initial values of a form for a new table like this one."""
    options = {f"option_{name}": value for name, value in table.options.items()}
    same = ("seats_from", "admission", "seating", "on_timeout", "delays_answers", "offers_seats", "is_rated")
    columns = {name: getattr(table, name) for name in same}
    fields = {**options, **_clock_fields(table.timing), **columns, **table.conditions}
    return {**fields, "seats": table.seat_count, "circle": table.circle_id}


def _clock_fields(clock: Clock) -> dict[str, Any]:
    preset = next((name for name, (each, _label) in _PRESETS.items() if each == clock), None)
    match clock:
        case _ if preset is not None:
            return {"clock": preset}
        case Fixed(move, answer):
            return {"clock": "own-fixed", "own_move": move // HOUR, "own_answer": answer // HOUR}
        case Bank(start, increment, cap, answer):
            hours = {"own_start": start, "own_increment": increment, "own_cap": cap, "own_answer": answer}
            return {"clock": "own-bank", **{name: span // HOUR for name, span in hours.items()}}
    return {}


def _count_field(counts: range, label: Any, **options: Any) -> forms.Field:
    return forms.TypedChoiceField(
        label=label, coerce=int, initial=counts[0], choices=[(count, str(count)) for count in counts],
        widget=forms.RadioSelect if len(counts) > 1 else forms.HiddenInput, **options,
    )  # fmt: skip


def _option_field(words: OptionWords, option: Any) -> forms.Field:
    labels = words.choices()
    values = {str(value): value for value in labels}
    return forms.TypedChoiceField(
        label=words.label, help_text=words.help, coerce=values.__getitem__, initial=option.default,
        choices=list(labels.items()), widget=forms.RadioSelect if len(labels) <= _FEW else forms.Select,
    )  # fmt: skip


class InviteForm(forms.Form):
    """A player to invite by user name, or anybody by email address."""

    name = forms.CharField(
        label=_("User name or email address"), max_length=254,
        widget=forms.TextInput(
            attrs={"list": "company-known", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )  # fmt: skip

    def clean_name(self) -> str:
        """The user name, or a valid email address."""
        name = str(self.cleaned_data["name"]).strip()
        if "@" in name:
            validate_email(name)
        return name


def _titles() -> list[tuple[str, Any]]:
    return [("", _("All games")), *((slug, found.name) for slug, found in PRESENTERS.items())]


def _counts() -> list[tuple[Any, Any]]:
    counts = sorted({count for game in TITLES.values() for count in game.seats})
    return [("", _("Any")), *((count, str(count)) for count in counts)]


_PACES = {
    "day": Q(clock__type="fixed", clock__move__lte=DAY),
    "days": Q(clock__type="fixed", clock__move__gt=DAY, clock__move__lt=7 * DAY),
    "week": Q(clock__type="fixed", clock__move__gte=7 * DAY),
    "bank": Q(clock__type="bank"),
    "none": Q(clock__type="none"),
}


class LobbyForm(forms.Form):
    """The filters of a list of tables. Invalid values are ignored."""

    title = forms.ChoiceField(label=_("Game"), required=False, choices=_titles)
    seats = forms.TypedChoiceField(
        label=pgettext_lazy("how many", "Players"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=_counts,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), required=False,
        choices=[
            ("", _("Any")), ("day", _("Up to a day per move")), ("days", _("Two to six days per move")),
            ("week", _("A week or more per move")), ("bank", _("A bank")), ("none", _("No clock")),
        ],
    )  # fmt: skip
    join = forms.BooleanField(label=_("Only tables I can join"), required=False)

    def among(self, tables: QuerySet[Table], user: Reader) -> QuerySet[Table]:
        """The tables that match the filters. Invalid and empty filters are ignored."""
        self.is_valid()
        chosen = {name: value for name, value in self.cleaned_data.items() if value}
        if "title" in chosen:
            tables = tables.filter(title=chosen["title"])
        if count := chosen.get("seats"):
            least = Q(seats_from=0, seat_count=count) | Q(seats_from__gt=0, seats_from__lte=count)
            tables = tables.filter(least, seat_count__gte=count)
        if "pace" in chosen:
            tables = tables.filter(_PACES[chosen["pace"]])
        if "join" in chosen:
            tables = tables.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user.pk or 0)))
            if user.is_authenticated:
                tables = tables.filter(reliable_enough(user))
        return tables

    def query(self) -> str:
        """The valid fields that are not empty, as a query string for the URLs of further pages."""
        said = {name: value for name, value in self.cleaned_data.items() if value}
        return urlencode({name: "1" if value is True else value for name, value in said.items()})
