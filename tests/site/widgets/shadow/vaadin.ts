import "@vaadin/combo-box";
import "@vaadin/date-picker";
import type { ComboBox } from "@vaadin/combo-box";
import type { DatePicker } from "@vaadin/date-picker";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML =
    '<vaadin-combo-box label="City"></vaadin-combo-box><vaadin-date-picker label="Day" initial-position="2026-03-01"></vaadin-date-picker>';
  const [city, date] = stage.children as unknown as [ComboBox<string>, DatePicker];
  city.items = Array.from({ length: 200 }, (_, at) => `City ${at}`);
  const tell = (): void => say({ city: city.value, day: date.value });
  city.addEventListener("value-changed", tell);
  date.addEventListener("value-changed", tell);
  tell();
};
