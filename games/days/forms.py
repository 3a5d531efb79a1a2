"""Forms in which seats propose, answer and change hands."""

from django import forms

from games.days.agreements import DAYS
from games.models import Proposal
from games.pages.forms import NumberField

__all__ = ["AnswerForm", "ProposalForm", "TakeOverForm"]


class ProposalForm(forms.Form):
    """Something to propose. The days stand in a field for each kind that takes some."""

    propose = forms.ChoiceField(choices=Proposal.Kind.choices)
    days_pause = forms.IntegerField(required=False)
    days_extend = forms.IntegerField(required=False)

    def days(self) -> int:
        """The days of the chosen kind; 0 for the others."""
        kind = self.cleaned_data["propose"]
        return (self.cleaned_data[f"days_{kind}"] or 0) if kind in DAYS else 0


class AnswerForm(forms.Form):
    """A yes or a no to what is proposed."""

    proposal = NumberField()
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class TakeOverForm(forms.Form):
    """The number of a seat that was given up."""

    seat = forms.IntegerField(min_value=0, max_value=99)
