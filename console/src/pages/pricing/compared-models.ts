/** How many models stand beside each other. */
export const comparedMax = 4

/** The models of an address, in the order in which they were added. */
export function readCompared(text: string): string[] {
  const names = text.split(',').map(decode)
  return [...new Set(names)].filter((name) => name !== '').slice(0, comparedMax)
}

/** As part of an address: names may contain commas. */
export const writeCompared = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[%,]/g, encode)).join(',')

/** With the model, or without it where it was; a full list stays as it is. */
export function toggleCompared(names: readonly string[], model: string): readonly string[] {
  if (names.includes(model)) return names.filter((name) => name !== model)
  return names.length < comparedMax ? [...names, model] : names
}

const encode = (sign: string): string => (sign === '%' ? '%25' : '%2C')

const decode = (text: string): string => text.trim().replace(/%(25|2C)/g, (_, code) => (code === '25' ? '%' : ','))
