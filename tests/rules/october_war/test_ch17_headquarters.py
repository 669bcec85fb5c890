"""17: headquarters fight, help others and themselves, and are replaced; its shift: test_ch15."""

from .battle_helpers import at, battle, column, fire, legal, losses, pos, verb


def test_17_0_headquarters_are_combat_units():
    p = battle("tasa", ("hq-sc", "armor-1", "eg-armor-1", "eg-armor-2"), "arab")
    assert {"fire hq-sc", "fire armor-1"} <= legal(p)
    p = battle("el-firdan", ("14-armor", "hq-2", "eg-inf-1"), flew=["14-armor"])
    fire(p, "14-armor", 2)
    assert "eliminate hq-2" in legal(p)


def test_17_0_all_of_them_have_a_base_strength_of_two_at_least():
    for hq in ("hq-252", "hq-36", "hq-143", "hq-162", "hq-146", "hq-240", "hq-sc", "hq-nc"):
        p = battle("tasa", (hq, "140-para", "eg-cdo-1"), control={"missouri": "arab"})
        assert min(column(p, hq)) >= 2


def test_17_2_a_lost_headquarters_helps_nobody_any_more():
    p = battle("tasa", ("hq-sc", "armor-1", "140-para", "eg-cdo-1"), control={"missouri": "arab"})
    assert 6 in column(p, "armor-1")
    p = battle("tasa", ("armor-1", "140-para", "eg-cdo-1"), others={"hq-sc": "refit"},
               control={"missouri": "arab"})  # fmt: skip
    assert column(p, "armor-1") == {4}


def test_17_4_no_retreat_to_another_headquarters_of_its_size():
    units = {**at("tasa", "hq-252", "armor-1", "4-armor-div"), "hq-143": "missouri"}
    p = pos(units, "arab", flew=["4-armor-div"])
    for action in ("attack tasa", "hold", "fire 4-armor-div", "roll 1", "retreat"):
        p.push(action)
    assert "withdraw armor-1 missouri" in legal(p)
    assert "withdraw hq-252 missouri" not in legal(p)
    assert "withdraw hq-252 refidim" in verb(p, "withdraw")


def test_17_5_a_headquarters_goes_to_refit_like_others():
    p = battle("tasa", ("hq-252", "4-armor-div"), "arab", flew=["4-armor-div"])
    fire(p, "4-armor-div", 6)
    if p.step == "damage":
        p.push("eliminate hq-252")
    assert p.units["hq-252"] == "refit"
    assert losses(p) == {"israel": 1}
