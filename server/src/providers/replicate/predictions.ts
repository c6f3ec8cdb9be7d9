import { isRecord, listOf, textOf } from '@sluice/contract/read-json'

/** The path of calls of an official model, `owner/name`. */
export const predictionsOf = (model: string): string =>
  `/v1/models/${model.split('/').map(encodeURIComponent).join('/')}/predictions`

/** The output is an address, a list of them, or an object with some. */
export function addressesIn(output: unknown): string[] {
  const values = typeof output === 'string' ? [output] : isRecord(output) ? Object.values(output) : listOf(output)
  return values
    .flatMap((value) => (Array.isArray(value) ? value : [isRecord(value) ? value.url : value]))
    .map(textOf)
    .filter((url) => /^https?:\/\//.test(url))
}
