"""What `make test` leaves to `make nightly` (docs/testing.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


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
    "cli/test_middle_east.py": ("test_a_whole_game_through_do",),
    "cli/test_dice.py": ("test_a_whole_seeded_game_through_the_commands",),
    "core/test_api.py": ("test_a_full_position_says_every_field[el-arish-67]",),
    "core/test_compiled.py": (
        "test_a_kernel_that_two_titles_share_answers_to_each_as_its_own[((9, 0), (9, 0))]",
        "test_an_unknown_version_of_numba_compiles_in_the_ordinary_way",
        "test_code_for_any_processor_is_used_by_every_one",
        "test_where_nothing_can_be_kept_a_temporary_folder_serves_child_processes_too",
    ),
    "core/test_dataset.py": (
        "test_a_change_is_played_with_and_carried_by_the_record[arish allowance]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez chart]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez set-up]",
        "test_a_change_is_played_with_and_carried_by_the_record[suez strength]",
        "test_a_change_is_played_with_and_carried_by_the_record[october chart]",
        "test_a_change_is_played_with_and_carried_by_the_record[october event]",
        "test_a_change_is_played_with_and_carried_by_the_record[october names]",
        "test_numbers_changed_at_random_are_refused_or_can_be_played[0-el-arish-67]",
    ),
    "engine/test_hidden.py": ("test_a_view_of_the_other_titles_is_enough_too",),
    "envs/test_actions.py": ("test_every_legal_action_has_a_number[middle-east-battles]",),
    "envs/test_gymnasium.py": (
        "test_either_side_and_any_player",
        "test_the_same_seed_gives_the_same_game",
    ),
    "envs/test_observations.py": (
        "test_observations_say_what_the_view_shows[middle-east-battles]",
    ),
    "envs/test_openspiel.py": (
        "test_a_search_of_openspiels_finds_the_sergeants_way",
        "test_openspiel_plays_a_random_game_and_writes_it_down",
    ),
    "lab/test_ladder.py": ("test_processes_do_not_change_the_result",),
    "lab/test_middle_east.py": (
        "test_kernel_and_plain_push_and_pop_agree[el arish]",
        "test_kernel_and_plain_push_and_pop_agree[what-if]",
    ),
    "lab/test_sprt.py": ("test_how_often_it_errs",),
    "online/test_bell.py": (
        "test_a_change_is_heard_by_another_process",
        "test_after_a_crash_of_the_database_the_game_goes_on",
    ),
    "online/test_changed_rules.py": ("test_it_can_be_ended_and_everybody_is_told[False]",),
    "online/test_chains.py": ("test_after_a_restored_backup_both_begin_anew",),
    "online/test_matches.py": ("test_a_rematch_across_two_servers",),
    "online/test_run.py": ("test_postgresql_is_migrated_when_told_to",),
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
        "test_beats_an_egypt_without_a_plan[across-suez-reprint-StandingStill]",
        "test_beats_the_recruit_from_either_side[israel-across-suez-reprint]",
        "test_beats_the_recruit_from_either_side[egypt-across-suez-reprint]",
    ),
    "players/test_sergeant_meb.py": (
        "test_beats_the_recruit_from_either_side[el arish-True]",
        "test_beats_the_recruit_from_either_side[el arish-False]",
    ),
    "players/test_sergeant_october.py": ("test_beats_the_recruit_from_either_side[israel]",),
    "players/test_training.py": ("test_the_command_writes_a_file_that_can_be_played_with",),
    "records/test_records.py": (
        "test_either_side_wins_a_battle_on_points_and_suez_goes_on",
    ),
    "secrecy/test_observations.py": ("test_hidden_counters_change_no_observation",),
    "secrecy/test_online.py": (
        "test_what_is_hidden_changes_no_byte[across-suez]",
        "test_what_is_hidden_changes_no_byte[middle-east-battles]",
    ),
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
    "terminal/test_middle_east.py": (
        "test_keys_alone_play_on[el-arish-67-2]",
        "test_windows_and_the_night",
    ),
    "terminal/test_plain.py": ("test_run_chooses_the_line_mode_without_a_terminal",),
    "terminal/test_points.py": ("test_the_set_up_on_screens_of_other_sizes",),
    "terminal/test_screen.py": (
        "test_an_attack_with_odds[size1]",
        "test_windows_zooms_and_the_start[size1]",
    ),
    "titles/across_suez/test_modes.py": ("test_compiled_and_plain_rules_agree[reprint]",),
    "titles/across_suez/test_random_games.py": (
        "test_crowded_positions_come_to_an_end[reprint]",
        "test_invariants_hold_through_a_game[0-1980]",
    ),
    "titles/across_suez/test_round_trips.py": (
        "test_data_push_and_pop_at_every_decision[reprint]",
        "test_the_published_schema_fits[reprint]",
        "test_views_hold_actions_only_for_the_side_that_decides[reprint]",
    ),
    "titles/middle_east_battles/test_thinking.py": (
        "test_egypt_imagines_every_last_turn_that_there_can_be[9]",
        "test_egypt_imagines_every_last_turn_that_there_can_be[12]",
    ),
    "titles/middle_east_battles/test_features.py": (
        "test_any_position_has_features_and_is_left_alone[what if]",
        "test_compiled_and_plain_features_agree[what if]",
    ),
    "titles/october_war/test_hidden.py": (
        "test_hidden_facts_change_nothing_that_is_seen[crowd-4]",
    ),
    "titles/october_war/test_determinize.py": (
        "test_a_side_cannot_tell_it_from_the_truth[crowd-13]",
    ),
    "titles/october_war/test_thinking.py": ("test_sergeants_that_hurry_play_legal_moves[2]",),
}  # fmt: skip


def is_for_the_night(file: str, name: str) -> bool:
    """Whether `make test` leaves out a test; `file` is below tests."""
    left = NIGHT.get(file, ())
    return name in left or name.partition("[")[0] in left
