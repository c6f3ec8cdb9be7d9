/** A list of models as one page, in the form that names its first and last one. */
export const buildModelPage = (ids: readonly string[], describe: (id: string) => object) => ({
  data: ids.map(describe),
  has_more: false,
  first_id: ids.at(0) ?? null,
  last_id: ids.at(-1) ?? null,
})
