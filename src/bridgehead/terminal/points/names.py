"""Names of points in at most seven characters."""

from __future__ import annotations

from bridgehead.core.maps.pointmap import PointMap

_SHORT = {
    "port-said": "P.Said", "fort-budapest": "Budapst", "el-arish": "ElArish",
    "bir-el-abd": "BirAbd", "tina-plain": "Tina Pl", "qantara-west": "QantarW",
    "makhshir": "Makhshr", "el-firdan": "Firdan", "tel-el-kebir": "T.Kebir",
    "jebel-libni": "J.Libni", "abu-suweir": "A.Suwer", "ismailia": "Ismaila",
    "deversoir": "Deversr", "cairo-road": "CairoRd", "missouri": "Misouri",
    "chinese-farm": "Ch.Farm", "gebel-shabrawet": "Shabraw", "um-hashiba": "Hashiba",
    "great-bitter-lake": "GBitter", "bir-el-thamada": "Thamada", "gidi-pass": "Gidi P.",
    "gidi-junction": "Gidi J.", "little-bitter-lake": "LBitter", "kilometre-101": "Km 101",
    "shallufa": "Shalufa", "mitla-junction": "Mitla J", "mitla-pass": "Mitla P",
    "suez-city": "Suez C.", "port-tawfik": "Tawfik", "ayun-musa": "A.Musa",
    "suez-bay": "SuezBay", "ras-sudar": "R.Sudar", "ain-sukhna": "Sukhna",
    "abu-rudeis": "Rudeis", "gulf-of-suez": "G.Suez", "to-damascus-katana": "Katana",
    "to-damascus-kiswe": "Kiswe", "mt-hermon": "Hermon", "beit-jinn": "B.Jinn",
    "jubata-hadar": "Jubata", "fort-104-105": "104/105", "tel-shams": "T.Shams",
    "hermonit": "Hrmonit", "khan-arnabeh": "Arnabeh", "fort-107": "107",
    "kafr-shams": "K.Shams", "kuneitra": "Kunetra", "fort-109-110": "109/110",
    "um-butne": "UmButne", "sanamein": "Sanamen", "fort-111": "111", "bnot-yaakov": "Yaakov",
    "hushniya": "Hushnya", "south-of-el-hara": "S.Hara", "fort-113": "113",
    "yehudiya": "Yehudya", "rafid-junction": "Rafid J", "arik-bridge": "Arik Br",
    "fort-114-115": "114/115", "ramat-magshimim": "Magshim", "sheikh-meskin": "Meskin",
    "fort-116": "116",
}  # fmt: skip
_SMALL = ("el", "of", "the", "to", "al")


def short_name(id_: str, name: str, room: int) -> str:
    """Return a place's name in at most `room` characters."""
    name = name.strip("()") if name != "(no name)" else "South of El Hara"
    if len(name) <= room:
        return name
    if id_ in _SHORT and (room < 11 or len(_SHORT[id_]) == room):
        return _SHORT[id_][:room]
    words = [word for word in name.replace("(", "").replace(")", "").split()
             if word.lower() not in _SMALL]  # fmt: skip
    joined = " ".join(words)
    if len(joined) <= room:
        return joined
    *first, last = words
    return f"{''.join(word[:1] + '.' for word in first)}{last}"[:room]


def place_names(pointmap: PointMap) -> dict[str, str]:
    """Return the names of points and reserve areas in lists."""
    found = {point.id: point.name for point in pointmap.points}
    found = {id_: "South of El Hara" if name == "(no name)" else name
             for id_, name in found.items()}  # fmt: skip
    return found | {reserve.id: reserve.name for reserve in pointmap.reserves}
