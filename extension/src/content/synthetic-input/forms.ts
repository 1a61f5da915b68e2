// Forms: what belongs to which, wherever on the page it is.

type FormButton = HTMLButtonElement | HTMLInputElement;

/** The form that a field belongs to, or that its label's field does; that around it for what is no field of HTML. */
export function formOf(element: Element): HTMLFormElement | null {
  const field = element instanceof HTMLLabelElement ? (element.control ?? element) : element;
  return "form" in field && field.form instanceof HTMLFormElement ? field.form : field.closest("form");
}

/** What sends a form by itself: the first of its buttons that does (https://html.spec.whatwg.org/#default-button). */
export function defaultButton(form: HTMLFormElement): FormButton | undefined {
  const root = form.getRootNode() as Document | ShadowRoot;
  const buttons = root.querySelectorAll<FormButton>("button, input:is([type=submit], [type=image])");
  return [...buttons].find((button) => button.form === form && !["button", "reset"].includes(button.type));
}
