"""What `make test` leaves to `make nightly` (docs/testing.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize` of which only the first few are tried by `make test`."""
    return [
        value if number < count else at_night(*_parts(value)) for number, value in enumerate(values)
    ]


def at_night(*values: Any) -> Any:
    """Return values for `parametrize` that `make test` leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


# Tests that `make test` leaves out because another one by day proves nearly the same: of the same
# rule in another setting, of the same code behind another door, of the same door in a browser.
# A name stands for all its settings, `name[setting]` for one.
NIGHT: dict[str, tuple[str, ...]] = {
    "cli/test_dice.py": ("test_a_whole_seeded_game_through_the_commands",),
    "cli/test_middle_east.py": ("test_a_whole_game_through_do",),
    "core/test_api.py": (
        "test_a_full_position_says_every_field[el-arish-67]",
        "test_a_full_position_says_every_field[suez-56]",
    ),
    "core/test_compiled.py": (
        "test_a_kernel_that_two_titles_share_answers_to_each_as_its_own",
        "test_a_kernel_that_two_titles_share_answers_to_each_as_its_own[((9, 0), (9, 0))]",
        "test_an_unknown_version_of_numba_compiles_in_the_ordinary_way",
        "test_bounds_checks_raise_and_are_kept_apart",
        "test_code_for_any_processor_is_used_by_every_one",
        "test_the_same_sources_share_machine_code_wherever_they_lie",
        "test_where_nothing_can_be_kept_a_temporary_folder_serves_child_processes_too",
    ),
    "core/test_dataset.py": (
        "test_a_change_is_played_with_and_carried_by_the_record[arish allowance]",
        "test_a_change_is_played_with_and_carried_by_the_record[october chart]",
        "test_a_change_is_played_with_and_carried_by_the_record[october event]",
        "test_a_change_is_played_with_and_carried_by_the_record[october names]",
        "test_a_change_is_played_with_and_carried_by_the_record[october strength]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez chart]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez set-up]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez strength]",
        "test_numbers_changed_at_random_are_refused_or_can_be_played[0-el-arish-67]",
        "test_numbers_changed_at_random_are_refused_or_can_be_played[0-october-war]",
    ),
    "core/test_dice.py": ("test_any_data_are_dice_or_refused",),
    "core/test_goals.py": ("test_october_war_is_won_on_points_by_the_level_that_is_told",),
    "core/test_grid.py": ("test_distance_is_the_number_of_steps",),
    "core/test_hexmap.py": ("test_a_damaged_map_is_read_or_refused",),
    "core/test_lesson.py": (
        "test_a_lesson_is_played_to_its_end[bridgehead.titles.middle_east_battles]",
        "test_a_lesson_is_played_to_its_end[bridgehead.titles.october_war]",
    ),
    "core/test_record.py": ("test_an_edited_record_is_loaded_or_refused",),
    "core/test_switching.py": (
        "test_a_game_goes_on_as_it_would_have[el-arish-67]",
        "test_it_does_not_matter_at_which_decision[el-arish-67]",
    ),
    "engine/test_check.py": (
        "test_a_bad_engine_fails[another game-found19]",
        "test_a_bad_engine_fails[dies of nonsense-found14]",
        "test_a_bad_engine_fails[not now-found1]",
        "test_a_bad_engine_fails[number-found3]",
        "test_a_bad_engine_fails[obeys everything-found15]",
        "test_a_bad_engine_fails[silence-found5]",
        "test_a_bad_engine_fails[stays-found17]",
        "test_our_own_engine_passes",
    ),
    "engine/test_client.py": ("test_our_engine_plays_as_another_program",),
    "engine/test_hidden.py": (
        "test_a_view_is_enough_to_play_from[crowd]",
        "test_a_view_of_the_other_titles_is_enough_too",
        "test_exchanged_counters_change_no_byte[crowd]",
    ),
    "envs/test_actions.py": (
        "test_every_legal_action_has_a_number[middle-east-battles]",
        "test_every_legal_action_has_a_number[october-war]",
        "test_the_numbering_is_the_same_in_another_process",
    ),
    "envs/test_gymnasium.py": (
        "test_a_side_plays_to_the_end[across-suez-1980]",
        "test_either_side_and_any_player",
        "test_the_same_seed_gives_the_same_game",
    ),
    "envs/test_observations.py": (
        "test_observations_say_what_the_view_shows[middle-east-battles]",
        "test_observations_say_what_the_view_shows[october-war]",
    ),
    "envs/test_openspiel.py": (
        "test_a_process_ends_in_peace",
        "test_a_search_of_openspiels_finds_the_sergeants_way",
        "test_a_state_is_a_record_and_a_record_a_state",
        "test_openspiel_plays_a_random_game_and_writes_it_down",
    ),
    "envs/test_pettingzoo.py": (
        "test_a_game_is_won_by_one_and_lost_by_the_other[across-suez-1980]",
        "test_pettingzoos_test_of_pictures[across-suez-1980]",
        "test_pettingzoos_test_of_seeds[across-suez-1980]",
        "test_pettingzoos_test_of_the_interface[player-across-suez-1980]",
        "test_the_parallel_form_takes_the_action_of_whose_turn_it_is",
    ),
    "lab/test_ladder.py": ("test_processes_do_not_change_the_result",),
    "lab/test_middle_east.py": (
        "test_kernel_and_plain_push_and_pop_agree[el arish]",
        "test_kernel_and_plain_push_and_pop_agree[what-if]",
    ),
    "lab/test_simulate.py": ("test_processes_do_not_change_the_result",),
    "lab/test_sprt.py": ("test_how_often_it_errs",),
    "learning/test_lookahead.py": ("test_the_best_plan_was_tested_and_can_be_carried_out",),
    "online/test_bell.py": (
        "test_a_change_is_heard_by_another_process",
        "test_after_a_crash_of_the_database_the_game_goes_on",
    ),
    "online/test_chains.py": (
        "test_a_lost_chain_counts_again_after_the_opponents_next_link",
        "test_after_a_restored_backup_both_begin_anew",
        "test_the_record_of_another_roll_is_refused_and_not_played_on",
        "test_what_was_taken_back_is_counted",
    ),
    "online/test_changed_data.py": (
        "test_a_game_goes_on_with_the_data_it_began_with[el-arish-67]",
        "test_a_page_of_another_process_sees_the_same",
    ),
    "online/test_changed_rules.py": (
        "test_it_can_be_ended_and_everybody_is_told[False]",
        "test_it_can_be_ended_and_everybody_is_told[True]",
    ),
    "online/test_every_route.py": ("test_no_character_is_too_strange[sqlite]",),
    "online/test_following.py": ("test_both_play_in_turn",),
    "online/test_games.py": ("test_two_servers_on_one_database[sqlite]",),
    "online/test_journal.py": (
        "test_a_request_that_comes_twice_is_carried_out_once[postgresql]",
        "test_an_append_is_all_or_nothing[postgresql]",
        "test_two_processes_on_one_database[postgresql]",
        "test_two_processes_on_one_database[sqlite]",
    ),
    "online/test_matches.py": ("test_a_rematch_across_two_servers",),
    "online/test_openapi.py": ("test_schemathesis_tries_it_shortly",),
    "online/test_recovery.py": ("test_another_address_voids_the_links_to_the_first",),
    "online/test_run.py": (
        "test_it_serves_and_ends",
        "test_postgresql_is_migrated_when_told_to",
    ),
    "online/test_timed_games.py": (
        "test_both_clocks_are_shown_to_all_and_survive_a_restart[postgresql]",
    ),
    "online/test_watch.py": ("test_a_server_says_that_it_ends_and_then_sends_pages_away",),
    "online/test_workers.py": (
        "test_a_worker_thinks_for_a_web_process",
        "test_after_a_worker_was_killed_another_one_goes_on",
    ),
    "players/test_one_win_probability.py": (
        "test_hints_and_analysis_name_the_same[el-arish-67]",
        "test_hints_and_analysis_name_the_same[october-war]",
        "test_hints_and_analysis_name_the_same[suez-56]",
    ),
    "players/test_reasons.py": ("test_what_is_hidden_changes_no_reason",),
    "players/test_sergeant.py": (
        "test_any_position_is_played_legally[reprint]",
        "test_any_position_is_played_legally_in_plain_python_too[1980]",
        "test_beats_an_egypt_without_a_plan[across-suez-reprint-StandingStill]",
        "test_beats_the_recruit_from_either_side[egypt-across-suez-reprint]",
        "test_beats_the_recruit_from_either_side[israel-across-suez-reprint]",
    ),
    "players/test_sergeant_meb.py": (
        "test_any_position_is_played_legally_in_plain_python_too[what if]",
        "test_beats_the_recruit_from_either_side[el arish-False]",
        "test_beats_the_recruit_from_either_side[el arish-True]",
        "test_the_position_is_left_alone[what if]",
    ),
    "players/test_sergeant_october.py": ("test_beats_the_recruit_from_either_side[israel]",),
    "players/test_training.py": ("test_the_command_writes_a_file_that_can_be_played_with",),
    "records/test_records.py": (
        "test_a_recorded_game_replays_to_the_same_end[1980-resigned]",
        "test_either_side_wins_a_battle_on_points_and_suez_goes_on",
    ),
    "reference/test_reference.py": (
        "test_random_games[2-options]",
        "test_random_games[3-options]",
        "test_random_games[4-options]",
        "test_random_games[5-options]",
    ),
    "secrecy/test_observations.py": ("test_hidden_counters_change_no_observation",),
    "secrecy/test_online.py": (
        "test_what_is_hidden_changes_no_byte[across-suez]",
        "test_what_is_hidden_changes_no_byte[middle-east-battles]",
    ),
    "secrecy/test_plans.py": ("test_the_arab_plan_is_not_seen_before_israel_has_one[-nothing]",),
    "server/test_ending.py": (
        "test_an_idle_server[15]",
        "test_one_that_draws",
        "test_one_that_sets_a_game_up",
        "test_one_that_waits_for_a_lock",
    ),
    "server/test_meb.py": ("test_a_random_game",),
    "server/test_october.py": (
        "test_nothing_hidden_leaves[curtain-commitment]",
        "test_nothing_hidden_leaves[curtain-fire]",
        "test_nothing_hidden_leaves[curtain-movement]",
        "test_nothing_hidden_leaves[one-fire]",
    ),
    "server/test_play.py": (
        "test_a_pace_that_is_none[NaN]",
        "test_a_pace_that_is_none[[]]",
        "test_a_pace_that_is_none[null]",
        "test_a_pace_that_is_none[true]",
    ),
    "terminal/test_middle_east.py": (
        "test_keys_alone_play_on[el-arish-67-2]",
        "test_windows_and_the_night",
    ),
    "terminal/test_plain.py": ("test_run_chooses_the_line_mode_without_a_terminal",),
    "terminal/test_points.py": ("test_the_set_up_on_screens_of_other_sizes",),
    "terminal/test_screen.py": (
        "test_an_attack_with_odds[size1]",
        "test_an_attack_with_odds[size2]",
        "test_save_and_quit",
        "test_windows_zooms_and_the_start[size1]",
    ),
    "titles/across_suez/test_against_reference.py": (
        "test_a_whole_game[0-1980]",
        "test_lines_of_communication[1980]",
        "test_ways_costs_and_reasons_for_every_hex[1-reprint with all options]",
    ),
    "titles/across_suez/test_modes.py": (
        "test_compiled_and_plain_rules_agree[1980]",
        "test_compiled_and_plain_rules_agree[reprint]",
    ),
    "titles/across_suez/test_random_games.py": (
        "test_crowded_positions_come_to_an_end[1980]",
        "test_crowded_positions_come_to_an_end[reprint]",
        "test_invariants_hold_through_a_game[0-1980]",
        "test_invariants_hold_through_a_game[0-reprint]",
    ),
    "titles/across_suez/test_round_trips.py": (
        "test_data_push_and_pop_at_every_decision[reprint]",
        "test_the_published_schema_fits[reprint]",
        "test_views_hold_actions_only_for_the_side_that_decides[reprint]",
    ),
    "titles/middle_east_battles/test_against_reference.py": (
        "test_crowded_positions[el-arish-67-0]",
    ),
    "titles/middle_east_battles/test_features.py": (
        "test_any_position_has_features_and_is_left_alone[what if]",
        "test_compiled_and_plain_features_agree[what if]",
    ),
    "titles/middle_east_battles/test_maps.py": (
        "test_what_breaks_the_rulebook[a longer span]",
        "test_what_breaks_the_rulebook[a shorter span]",
        "test_what_breaks_the_rulebook[exit]",
        "test_what_breaks_the_rulebook[no bridge]",
        "test_what_breaks_the_rulebook[no channel]",
        "test_what_breaks_the_rulebook[no oil tank]",
        "test_what_breaks_the_rulebook[the western edge]",
    ),
    "titles/middle_east_battles/test_random_games.py": (
        "test_crowded_positions_come_to_an_end[what if]",
        "test_invariants_hold_through_a_game[0-what if]",
        "test_the_chances_of_an_attack_sum_to_one[what if]",
        "test_what_can_be_done_has_a_cost_and_a_way[what if]",
    ),
    "titles/middle_east_battles/test_round_trips.py": (
        "test_data_push_and_pop_at_every_decision[0-el arish]",
    ),
    "titles/middle_east_battles/test_screen.py": (
        "test_whom_an_offer_names_can_join[el arish]",
        "test_whom_an_offer_names_can_join[what if]",
    ),
    "titles/middle_east_battles/test_thinking.py": (
        "test_egypt_imagines_every_last_turn_that_there_can_be[12]",
        "test_egypt_imagines_every_last_turn_that_there_can_be[9]",
    ),
    "titles/october_war/test_determinize.py": (
        "test_a_side_cannot_tell_it_from_the_truth[crowd-13]",
    ),
    "titles/october_war/test_hidden.py": (
        "test_hidden_facts_change_nothing_that_is_seen[crowd-4]",
    ),
    "titles/october_war/test_round_trips.py": (
        "test_data_push_and_pop_in_battles[1]",
        "test_the_published_schema_fits[fog]",
    ),
    "titles/october_war/test_thinking.py": ("test_sergeants_that_hurry_play_legal_moves[2]",),
}


def is_for_the_night(file: str, name: str) -> bool:
    """Whether `make test` leaves out a test; `file` is below tests."""
    left = NIGHT.get(file, ())
    return name in left or name.partition("[")[0] in left


MARK = re.compile(r"pytest\.mark\.(\w+)")
ON_ALL = re.compile(r"^pytestmark = .*$", re.MULTILINE)  # the line that marks all tests of a file
TERM = re.compile(r"(not )?(\w+)")


def selects_none_of(expression: str, file: Path) -> bool:
    """Whether an expression of marks surely selects no test of a file, judged by its text alone.

    Only expressions of the form `a and not b and …` are judged. A mark stands in the file itself or
    in a `conftest.py` of its folder or of one above.
    """
    terms = [TERM.fullmatch(term) for term in expression.split(" and ")]
    if file.name == "conftest.py" or not all(terms):
        return False
    text = file.read_text(encoding="utf-8")
    on_all = {mark for line in ON_ALL.findall(text) for mark in MARK.findall(line)}
    on_some = set(MARK.findall(text)) | _marks_above(file.parent)
    return any(term[2] in on_all if term[1] else term[2] not in on_some for term in terms if term)


@cache
def _marks_above(folder: Path) -> frozenset[str]:
    conftest = folder / "conftest.py"
    own = MARK.findall(conftest.read_text(encoding="utf-8")) if conftest.exists() else ()
    return frozenset(own) | (frozenset() if folder == HERE else _marks_above(folder.parent))
