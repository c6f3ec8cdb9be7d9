import { makeReason } from '@sluice/contract/error-reasons'
import { modelNameBytesMax } from '@sluice/contract/name-lists'
import type { PriceSourceKind } from '@sluice/contract/price-sources'
import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from '@sluice/contract/read-json'
import type { Built, ReadPriceList } from './listed-price.ts'
import { readCsvFile, readJsonFile } from './read-file.ts'
import { readLiteLlm } from './read-litellm.ts'
import { readModelsDev } from './read-models-dev.ts'
import { readOpenRouter } from './read-openrouter.ts'
import { readSite } from './read-site.ts'

/** The list in `text`. Refused if the text has another form; single lines that cannot be used are its problems. */
export function readPriceList(kind: PriceSourceKind, text: string): Built<ReadPriceList> {
  const isMarkup = /^\s*</.test(text)
  const value = isMarkup ? undefined : parseJson(text)
  if (value === undefined && (kind !== 'file' || isMarkup)) return { ok: false, reason: makeReason('listNotJson') }
  const list = value === undefined ? readCsvFile(text) : readJson(kind, value)
  if (list === null || list.entries.length + list.problems.length === 0)
    return { ok: false, reason: makeReason('listWithoutPrices') }
  return { ok: true, value: withUsableNames(list) }
}

function readJson(kind: PriceSourceKind, value: unknown): ReadPriceList | null {
  if (Array.isArray(value)) return kind === 'file' ? readJsonFile(listOf(value).filter(isRecord)) : null
  if (!isRecord(value)) return null
  switch (kind) {
    case 'site':
      return readSite(value)
    case 'openrouter':
      return Array.isArray(value.data) ? readOpenRouter(value) : null
    case 'models_dev':
      return readModelsDev(value)
    case 'litellm':
      return readLiteLlm(value)
    case 'file':
      return readAnyForm(value)
  }
}

/** An uploaded copy of a list: which form it has follows from its entries. */
function readAnyForm(document: JsonRecord): ReadPriceList | null {
  if (Array.isArray(document.models)) return readJsonFile(listOf(document.models).filter(isRecord))
  const site = readSite(document)
  if (site !== null && site.entries.length > 0) return site
  if (Array.isArray(document.data)) return readOpenRouter(document)
  const entries = Object.values(document).map(recordOf)
  if (entries.some(({ models }) => isRecord(models))) return readModelsDev(document)
  return entries.some((entry) => 'litellm_provider' in entry) ? readLiteLlm(document) : null
}

/** Models whose name cannot be one here are problems, and so is the second line about a model at another price. */
function withUsableNames({
  entries,
  problems,
  lines = entries.length + problems.length,
}: ReadPriceList): ReadPriceList {
  const found: ReadPriceList = { entries: [], problems: [...problems], lines }
  const known = new Map<string, string>()
  const twice = new Set<string>()
  for (const { name, price } of entries) {
    const text = JSON.stringify(price)
    if (known.has(name) && known.get(name) !== text) twice.add(name)
    known.set(name, text)
  }
  for (const name of twice) found.problems.push({ model: name, reason: makeReason('givenTwice') })
  const taken = new Set<string>()
  for (const entry of entries) {
    if (twice.has(entry.name) || taken.has(entry.name)) continue
    taken.add(entry.name)
    if (Buffer.byteLength(entry.name) <= modelNameBytesMax) found.entries.push(entry)
    else found.problems.push({ model: `${entry.name.slice(0, 60)}…`, reason: makeReason('tooLarge') })
  }
  return found
}
