"""Forms for proposals, votes and taking over seats."""

from django import forms

from games.days.agreements import DAYS
from games.models import Proposal


class ProposalForm(forms.Form):
    """A proposal. Each kind that needs days has its own field for them."""

    propose = forms.ChoiceField(choices=Proposal.Kind.choices)
    days_pause = forms.IntegerField(required=False)
    days_extend = forms.IntegerField(required=False)

    def days(self) -> int:
        """The days for the chosen kind; 0 if it needs none."""
        kind = self.cleaned_data["propose"]
        return (self.cleaned_data[f"days_{kind}"] or 0) if kind in DAYS else 0


class AnswerForm(forms.Form):
    """A vote on a proposal."""

    proposal = forms.IntegerField(min_value=1, max_value=2**62)
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class TakeOverForm(forms.Form):
    """The number of a seat to take over."""

    seat = forms.IntegerField(min_value=0, max_value=99)
