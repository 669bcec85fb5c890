"""A report on a map of points, for any title: its contents, its differences from ours.

Everything here is plain data for a screen to show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from bridgehead.core.maps.map_report import Difference
from bridgehead.core.maps.pointmap import Point, PointMap


def contents(pointmap: PointMap) -> dict[str, Any]:
    """Return the numbers of points, routes by kind, and reserve areas, by theater."""
    theaters = {}
    for theater in pointmap.theaters:
        points = [point for point in pointmap.points if point.theater == theater.id]
        theaters[theater.id] = {
            "name": theater.name,
            "points": len(points),
            "terrain": dict(Counter(point.terrain for point in points)),
            "routes": dict(
                Counter(route.kind for route in pointmap.routes if route.theater == theater.id)
            ),
        }
    reserves = {
        reserve.id: {theater: list(points) for theater, points in reserve.edges.items()}
        for reserve in pointmap.reserves
    }
    return {"theaters": theaters, "reserves": reserves}


def contents_in_words(found: dict[str, Any]) -> list[str]:
    """Return the contents of a map as lines."""
    lines = []
    for theater in found["theaters"].values():
        routes = ", ".join(
            f"{kind.replace('_', ' ')} {count}" for kind, count in theater["routes"].items()
        )
        lines.append(f"{theater['name']}: {theater['points']} points; routes: {routes or 'none'}")
    for reserve, edges in found["reserves"].items():
        told = "; ".join(f"{theater}: {' '.join(points)}" for theater, points in edges.items())
        lines.append(f"{reserve}: beside {told or 'no point'}")
    return lines


def warnings(pointmap: PointMap) -> list[str]:
    """Return warnings about points without connections, which play assumes."""
    neighbors: dict[str, list[str]] = {point.id: [] for point in pointmap.points}
    for route in pointmap.routes:
        neighbors[route.a].append(route.b)
        neighbors[route.b].append(route.a)
    found = []
    for theater in pointmap.theaters:
        left = [point.id for point in pointmap.points if point.theater == theater.id]
        parts = []
        while left:
            part = _reached(left[0], neighbors)
            parts.append([id_ for id_ in left if id_ in part])
            left = [id_ for id_ in left if id_ not in part]
        parts.sort(key=len)
        for part_ids in parts[:-1]:
            found.append(f"no route joins {', '.join(part_ids)} to the rest of {theater.name}")
    for reserve in pointmap.reserves:
        if not any(reserve.edges.values()):
            found.append(f"{reserve.name} is next to no point")
    return found


def _reached(start: str, neighbors: dict[str, list[str]]) -> set[str]:
    """Return the points that can be reached from a point by routes, including itself."""
    seen, queue = {start}, [start]
    for point in queue:
        new = [other for other in neighbors[point] if other not in seen]
        seen.update(new)
        queue += new
    return seen


def differences(own: PointMap, other: PointMap) -> list[Difference]:
    """Return the differences from the package's map: points and their features, routes, reserves.

    The drawn positions and the names of points do not count.
    """
    return [*_points(own, other), *_routes(own, other), *_reserves(own, other)]


def _points(own: PointMap, other: PointMap) -> Iterator[Difference]:
    ours, theirs = _by_id(own), _by_id(other)
    yield from _present("point", ours, theirs)
    for id_, point in ours.items():
        if id_ not in theirs:
            continue
        for what in ("theater", "terrain", "control"):
            mine, new = getattr(point, what), getattr(theirs[id_], what)
            if mine != new:
                yield Difference(what, id_, mine, new)
        for feature in sorted(point.features ^ theirs[id_].features):
            is_ours = feature in point.features
            yield Difference(feature, id_, feature if is_ours else "", "" if is_ours else feature)


def _by_id(pointmap: PointMap) -> dict[str, Point]:
    return {point.id: point for point in pointmap.points}


def _routes(own: PointMap, other: PointMap) -> Iterator[Difference]:
    ours, theirs = _kinds(own), _kinds(other)
    for where in sorted(ours.keys() | theirs.keys()):
        mine, new = ours.get(where, ""), theirs.get(where, "")
        if mine != new:
            yield Difference("route", where, mine, new)


def _kinds(pointmap: PointMap) -> dict[str, str]:
    """Return the kind of each route, by its two ends in alphabetical order."""
    return {"/".join(sorted((route.a, route.b))): route.kind for route in pointmap.routes}


def _reserves(own: PointMap, other: PointMap) -> Iterator[Difference]:
    others = {reserve.id: reserve for reserve in other.reserves}
    for reserve in own.reserves:
        new = others[reserve.id]
        if reserve.side != new.side:
            yield Difference("side", reserve.id, reserve.side, new.side)
        ours = {point for points in reserve.edges.values() for point in points}
        theirs = {point for points in new.edges.values() for point in points}
        yield from _present(f"beside {reserve.id}", ours, theirs)


def _present(kind: str, ours: Iterable[str], theirs: Iterable[str]) -> Iterator[Difference]:
    """Yield what only one of the maps has."""
    own, other = set(ours), set(theirs)
    for where in sorted(own ^ other):
        is_ours = where in own
        yield Difference(kind, where, kind if is_ours else "", "" if is_ours else kind)


def report(own: PointMap, pointmap: PointMap, errors: list[str]) -> dict[str, Any]:
    """Return a report on a valid map, as JSON data.

    `errors` are the reasons why no game can be set up on it.
    """
    return {
        "name": pointmap.name,
        "digest": pointmap.digest,
        "errors": errors,
        "statements": [],
        "warnings": warnings(pointmap),
        "contents": contents(pointmap),
        "differences": [one.to_dict() for one in differences(own, pointmap)],
    }
