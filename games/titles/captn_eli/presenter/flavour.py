"""One line of colour for every card."""

from django.utils.translation import gettext_lazy

__all__ = ["FLAVOUR"]

FLAVOUR = {
    "captn-eli": gettext_lazy("He was born the day the tide forgot to turn."),
    "hydron": gettext_lazy("Where one looks out of the kelp, two more are waiting."),
    "barnacle-jo": gettext_lazy("You may knock her down. Getting her off is another matter."),
    "old-keeper": gettext_lazy("The lamp, the log, the lighthouse: everything before the boy."),
    "void-lieutenant": gettext_lazy("He reports to a place that is on no chart."),
    "sable-envoy": gettext_lazy("She came to talk, and somebody's lights went out."),
    "hydron-drone": gettext_lazy("Grown, not built; counted, not named."),
    "hydron-elder": gettext_lazy("It remembers the sea when it had no surface."),
    "admiral-quill": gettext_lazy("Her orders are short, and one ship fewer comes home."),
    "frogman-diaz": gettext_lazy("Forty fathoms down and still not in a hurry."),
    "dolphin": gettext_lazy("Knows the way, and the joke about it."),
    "sea-sled": gettext_lazy("Two handles, one propeller, no brakes."),
    "torpedo-skiff": gettext_lazy("All bite and hardly any boat."),
    "bathysphere": gettext_lazy("Nothing gets in. Nothing gets anywhere, either."),
    "patrol-sub": gettext_lazy("Every hour, on the hour, since before the harbour was built."),
    "manta-glider": gettext_lazy("It does not swim through the water so much as agree with it."),
    "kraken-frigate": gettext_lazy("Painted with eight arms, so that you count the guns too late."),
    "steel-whale": gettext_lazy("It sings when the plates grow cold."),
    "world-ark": gettext_lazy("A city's worth of bunks behind a fortress's worth of guns."),
    "eagle-rock": gettext_lazy("Home is where the gulls do the shouting."),
    "kelp-maze": gettext_lazy("Left, left, and then you have already been here."),
    "sargasso": gettext_lazy("Ships rest here. Some have rested for three hundred years."),
    "coral-keep": gettext_lazy("Ten thousand masons, none of them bigger than a thumbnail."),
    "trench-gate": gettext_lazy("The knocking always comes from below."),
    "ice-shelf": gettext_lazy("It gives way twice a century, and never when asked."),
    "wreck-reef": gettext_lazy("Built of everybody who did not see it."),
    "sunken-temple": gettext_lazy("The altar is dry. Nobody has dared to ask why."),
    "hydron-citadel": gettext_lazy("Its walls lean in to listen."),
    "grapple": gettext_lazy("Throw first, and think of the rope later."),
    "sonar": gettext_lazy("Ping. Somebody answered."),
    "signal-buoy": gettext_lazy("Blink, blink, pause: company is coming."),
    "pulse-lamp": gettext_lazy("One flash, and the dark looks away."),
    "harpoon": gettext_lazy("An old argument, well sharpened."),
    "decoy-mirror": gettext_lazy("Which of the two of you is you?"),
    "torpedo-fan": gettext_lazy("Six tracks in the water, and you may choose one."),
    "storm-engine": gettext_lazy("Pull the lever, then hold on to something. Not the lever."),
}
