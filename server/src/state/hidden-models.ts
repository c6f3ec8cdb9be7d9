/** Group → names of models; `*` at the end of a name matches any suffix. */
export type HiddenModels = Readonly<Record<string, readonly string[]>>

/** Whether one of the names is that of a model. */
export function buildHiddenModelTest(names: readonly string[] = []): (model: string) => boolean {
  const whole = new Set(names.filter((name) => !name.endsWith('*')))
  const starts = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  return (model) => whole.has(model) || starts.some((start) => model.startsWith(start))
}
