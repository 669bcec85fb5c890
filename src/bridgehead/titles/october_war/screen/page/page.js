/** What the page shows of October War besides what it shows of every game on points. */

import { t } from "/static/js/common/text.js";
import { Displays } from "./displays.js";

/** @param {import("/static/js/points/model.js").PointModel} model @returns {import("/static/js/game/parts.js").TitleTab[]} */
export function createTabs(model) {
  const displays = new Displays(model);
  return [{ name: "boxes", label: t("routes.tab"), icon: "▣", content: displays.element, update: () => displays.update() }];
}
