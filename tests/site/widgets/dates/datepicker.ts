import DateRangePicker from "vanillajs-datepicker/DateRangePicker";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<div><input aria-label="Arrival"> to <input aria-label="Departure"></div>`;
  const picker = new DateRangePicker(stage.firstElementChild as HTMLElement, { format: "yyyy-mm-dd", autohide: true });
  picker.setDates("2025-03-10", "2025-03-14");
  const tell = (): void => say(picker.getDates("yyyy-mm-dd"));
  stage.addEventListener("changeDate", tell);
  tell();
};
