"""Templates draw the same by our code for them as by that of Jinja2."""

import pytest
from django.template import engines
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from config.template_code import escaped
from games.engine.chance import Chance
from games.titles import TITLES
from tests.config.test_macro_cache import board_of
from tests.conftest import person
from tests.play import play_on, running_table


def plain():
    """The environment of our pages with the code of Jinja2."""
    made = engines["jinja2"].env.overlay()
    made.code_generator_class, made.bytecode_cache = CodeGenerator, None
    return made


class Number(int):
    def __str__(self):
        return "<1>"


VALUES = ["a", "<a & 'b'>", Markup("<b>"), 3, Number(3), True, None, 1.5, ["<"], {"a": "<"}]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize(
    "source",
    [
        "{{ value }}",
        "{% set both %}{{ value }}{% endset %}{{ both }}{{ both ~ value }}",
        (
            "{% macro tell(what, again='<') %}{{ what }}{{ again }}{% endmacro %}"
            "{% macro around() %}<{{ caller() }}>{% endmacro %}"
            "{{ tell(value) }}{{ tell(value, again=value) }}{{ tell(*[value]) }}{{ tell(**{'what': value}) }}"
            "{% for one in [1, 2] %}{{ tell(loop.index) }}{% call around() %}<{{ value }}>{% endcall %}{% endfor %}"
        ),
        (
            "{% macro tell(what, again='<', third=what) %}{{ what }}{{ again }}{{ third }}{% endmacro %}"
            "{{ tell(value, third=1) }}{{ tell(what=value) }}{{ tell(value, 2, 3) }}{{ [tell(value)] }}"
            "{% macro rest(a) %}{{ a }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ rest(1, value, b=value) }}"
        ),
        (
            "{% set all = {'it': value, 'items': 2, 'in': {'it': value}} %}{{ all.it }}{{ all.in.it }}"
            "{{ all.in['it'] }}{{ all.items is callable }}{{ all.other is defined }}{{ all.other|default('<') }}"
            "{% for one in [all, all] if one.it is not none %}{{ one.it }}{{ loop.index }}{{ loop.last }}{% endfor %}"
            "{{ value.real is defined }}{{ value.__class__.__name__ }}"
        ),
        "{{ _('%(it)s of %(n)d, %(f).1f & <b>', it=value, n=3, f=0.5) }}{{ [_('%(it)s', it=value)] }}",
        "{{ _('%(it)s %(n)d & <b>%%', it=value, n=3) }}{{ _('%(it)s%%', it=value)|length }}",
        "{{ _('100%% <sure>') }}{{ _('%(it)s & <b>', it=value) }}{{ '%s' % _('<i>') }}{{ [_('<i>')] }}",
        "{% trans %}<b> of 5 %{% endtrans %}{% trans it=value %}<b> of {{ it }}{% endtrans %}",
        "{{ ngettext('%(num)d <b>', '%(num)d <b>s', 2) }}{{ pgettext('<', '<b>') }}",
        "{% block one %}{{ value }}{% endblock %}{{ self.one() }}{{ url('home') }}{{ 'ab'.upper() }}",
    ],
)
def test_each_value_is_written_as_by_jinja2(source, value):
    ours, theirs = (each.from_string(source).render(value=value) for each in (engines["jinja2"].env, plain()))
    assert ours == theirs


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_text_is_escaped_as_by_markupsafe(value):
    assert escaped(value) == str(Markup.escape(value))


@pytest.mark.parametrize(
    "source",
    [
        "{{ missing }}",
        "{{ missing() }}",
        "{{ value.missing }}",
        "{{ value.missing() }}",
        "{{ value.missing.of.it }}",
        "{% macro it(missing) %}{{ missing }}{% endmacro %}{{ it() }}",
        "{{ _('%(missing)s', other=value) }}",
    ],
)
def test_what_is_missing_is_an_error(source):
    template = engines["jinja2"].env.from_string(source)
    with pytest.raises(Exception, match="missing"):
        template.render(value={})


@pytest.mark.parametrize(
    "call", ["tell(1, 2, 3)", "tell(1, what=1)", "tell(1, other=1)", "tell(1, 2, again=2)"]
)
def test_macro_with_wrong_arguments_is_the_error_of_jinja2(call):
    source = "{% macro tell(what, again='') %}{{ what }}{{ again }}{% endmacro %}{{ " + call + " }}"
    told = []
    for environment in (engines["jinja2"].env, plain()):
        with pytest.raises(TypeError) as error:
            environment.from_string(source).render()
        told.append(str(error.value))
    assert told[0] == told[1]


@pytest.mark.parametrize("is_translated", [False, True])
def test_words_are_looked_up_where_a_catalogue_may_translate_them(settings, is_translated):
    settings.USE_I18N = is_translated
    code = engines["jinja2"].env.compile("{{ _('Captivate') }}", raw=True)
    assert ("context.call" in code) is is_translated


@pytest.mark.django_db
@pytest.mark.parametrize("title", list(TITLES))
def test_boards_are_drawn_the_same(title, client_for, monkeypatch):
    people = [person("one"), person("two")]
    table, chooser = running_table(*people, title=title), Chance(bytes(32), 1_000_000)
    for _ in range(6):
        play_on(table, people, chooser)
    boards = []
    for environment in (engines["jinja2"].env, plain()):
        monkeypatch.setattr(engines["jinja2"], "env", environment)
        boards.append([board_of(client_for(person_), table) for person_ in people])
    assert boards[0] == boards[1]
