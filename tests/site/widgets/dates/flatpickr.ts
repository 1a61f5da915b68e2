import flatpickr from "flatpickr";
import type { Widget } from "../widget";

export const widget: Widget = (stage, say) => {
  stage.innerHTML = `<input aria-label="Day of the party">`;
  const picker = flatpickr(stage.firstElementChild as HTMLInputElement, {
    defaultDate: "2025-05-20T18:00",
    enableTime: true,
    onChange: () => tell(),
    onClose: () => tell(),
    onOpen: () => tell(),
    time_24hr: true,
  });
  const tell = (): void => say({ open: picker.isOpen, day: picker.input.value });
  tell();
};
