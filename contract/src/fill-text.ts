/** A text with each `{{name}}` replaced by its value; a name without a value stays as its own word. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? name))
