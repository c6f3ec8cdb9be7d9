import { describePlace } from '../fault-place.ts'
import type { CodeOf, Domain, MessageOf, StoredMessage, Table, Texts } from './catalogue.ts'
import { formatList } from './format-list.ts'
import type { TextLanguage } from './languages.ts'
import { countFormat, parseTemplate, type Template } from './template.ts'

/** For whom a message is written. */
export interface Reader {
  language: TextLanguage
  texts: Texts
  /**
   * The label that the console shows for a field or an option; absent = the reader is a program, which knows the names.
   */
  labelOf?(name: string): string | undefined
}

type Value = string | number
type Values = Readonly<Record<string, Value>>

/** A message in the language of its reader. */
export const writeMessage = <D extends Domain>(reader: Reader, domain: D, message: MessageOf<D>): string =>
  write(reader, domain, message)

/** A message of any version; null if its code is unknown or a param is missing. */
export function writeStored(reader: Reader, domain: Domain, message: StoredMessage): string | null {
  const entry = findEntry(reader.texts[domain], message.code)
  const { params = {} } = message
  const isComplete = entry?.other.places.every(({ name }) => params[name] !== undefined)
  return isComplete ? write(reader, domain, message) : null
}

/** Whether the reader's language has a text for the code. */
export const hasText = ({ texts }: Reader, domain: Domain, code: string): boolean =>
  findEntry(texts[domain], code) !== null

function write(reader: Reader, domain: Domain, { code, params = {}, at }: StoredMessage): string {
  const entry = findEntry(reader.texts[domain], code)
  if (entry === null) return code
  const own = (reader.labelOf && entry.forConsole) || entry
  const text = fill(reader, own, valuesOf(reader, own, params, namesFields.has(code)))
  return at === undefined ? text : withPlace(reader, at, text)
}

/** The texts of a code, parsed. */
interface Entry {
  other: Template
  /** The other plural forms of the language. */
  forms: ReadonlyMap<Intl.LDMLPluralRule, Template>
  /** The param that determines the form. */
  counted: string
  /** For readers of the console, who do not know the names of fields. */
  forConsole: Entry | null
  /** With a reason that continues its subject. */
  withPredicate: Entry | null
}

/** Each text is parsed once: this takes longer than the rest of a message. */
const parsed = new WeakMap<Table, Map<string, Entry>>()
const rareForms = ['zero', 'one', 'two', 'few', 'many'] as const

function findEntry(table: Table | undefined, code: string): Entry | null {
  if (table === undefined) return null
  const known = parsed.get(table)
  const entry = known?.get(code)
  if (entry) return entry
  const made = makeEntry(table, code)
  if (made === null) return null
  if (known) known.set(code, made)
  else parsed.set(table, new Map([[code, made]]))
  return made
}

function makeEntry(table: Table, code: string): Entry | null {
  const textAt = (key: string) => (Object.hasOwn(table, key) ? table[key] : undefined)
  const text = textAt(code) ?? textAt(`${code}_other`)
  if (text === undefined) return null
  const other = parseTemplate(text)
  const forms = rareForms.flatMap((form) => {
    const own = textAt(`${code}_${form}`)
    return own === undefined ? [] : [[form, parseTemplate(own)] as const]
  })
  return {
    other,
    forms: new Map(forms),
    counted: other.places.find(({ format }) => format === countFormat)?.name ?? '',
    forConsole: makeEntry(table, `${code}_console`),
    withPredicate: makeEntry(table, `${code}_predicate`),
  }
}

const pluralRules = new Map<TextLanguage, Intl.PluralRules>()

function rulesOf(language: TextLanguage): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules
}

/** The text of a message in pieces, for readers who show its values apart. */
export function templateOf<D extends Domain>(reader: Reader, domain: D, message: MessageOf<D>): Template {
  const { code, params = {} }: StoredMessage = message
  const entry = findEntry(reader.texts[domain], code)
  return entry === null ? parseTemplate(code) : pickTemplate(reader, entry, valuesOf(reader, entry, params))
}

function pickTemplate(reader: Reader, entry: Entry, values: Values): Template {
  const isPredicate = entry.withPredicate !== null && continuesSubject(reader, String(values.reason))
  const { other, forms, counted } = (isPredicate && entry.withPredicate) || entry
  const form = forms.size === 0 ? 'other' : rulesOf(reader.language).select(Number(values[counted]))
  return forms.get(form) ?? other
}

function fill(reader: Reader, entry: Entry, values: Values): string {
  const { texts, places } = pickTemplate(reader, entry, values)
  let text = texts[0] ?? ''
  places.forEach(({ name, format }, index) => {
    text += inFormat(reader, values[name] ?? name, format) + texts[index + 1]
  })
  return text
}

/** Other formats are counted nouns. */
const inFormat = (reader: Reader, value: Value, format: string): string =>
  format === '' || format === countFormat
    ? String(value)
    : write(reader, 'nouns', { code: format, params: { count: value } })

/** Params with names. */
const nameParams: ReadonlySet<string> = new Set(['name', 'names', 'key'])
/** Messages whose names are those of options or of fields of a page. Names in all others are meant literally. */
const namesFields: ReadonlySet<string> = new Set<CodeOf<'errors'> | CodeOf<'reasons'>>([
  'option_conflict',
  'option_invalid',
  'fillInFirst',
  'missing',
  'neededBy',
  'notValid',
])

function valuesOf(
  reader: Reader,
  { other }: Entry,
  params: NonNullable<StoredMessage['params']>,
  hasFields = false,
): Values {
  if (other.places.length === 0) return {}
  const values: Record<string, Value> = {}
  for (const { name } of other.places) {
    const value = params[name]
    if (value === undefined) continue
    if (typeof value === 'object') {
      const text = write(reader, 'reasons', value)
      const isFirst = name === 'reason' && other.texts[0] === '' && other.places[0]?.name === name
      values[name] = isFirst && value.at === undefined ? asSentence(reader, text) : text
    } else values[name] = hasFields && nameParams.has(name) ? withLabels(reader, String(value)) : value
  }
  return values
}

const withLabels = ({ language, labelOf }: Reader, names: string): string =>
  labelOf === undefined
    ? names
    : formatList(
        names.split(', ').map((name) => labelOf(name) ?? name),
        language,
      )

/** A reason with the field or the entry of a table that it concerns. */
function withPlace(reader: Reader, place: string, reason: string): string {
  const label = reader.labelOf?.(place)
  if (label !== undefined) return afterLabel(reader, label, reason)
  const number = (at: number) => write(reader, 'grammar', { code: 'entryNumber', params: { number: at } })
  const name = describePlace(place, number, reader.texts.grammar.placesBetween ?? ', ')
  const entry =
    reader.labelOf === undefined
      ? name
      : name === place
        ? write(reader, 'grammar', { code: 'entryNamed', params: { entry: place } })
        : capitalise(name)
  return write(reader, 'grammar', { code: 'reasonAt', params: { entry, reason } })
}

/** A reason after the label of what it concerns: `Email: this is not an email address`. */
export const afterLabel = (reader: Reader, label: string, reason: string): string =>
  write(reader, 'grammar', { code: 'labelled', params: { label, reason: withSubject(reader, reason) } })

/** A reason as a sentence: `This is not an email address`, `Must not be empty`. */
export const asSentence = (reader: Reader, reason: string): string => capitalise(withSubject(reader, reason))

const withSubject = (reader: Reader, reason: string): string =>
  beginsWith(reader.texts.grammar.verbs, reason)
    ? write(reader, 'grammar', { code: 'alone', params: { reason } })
    : reason

/** Whether a reason continues its subject: `is not valid JSON`. Others are clauses of their own. */
const continuesSubject = ({ texts }: Reader, reason: string): boolean => beginsWith(texts.grammar.predicates, reason)

const beginsWith = (words: string | undefined, text: string): boolean =>
  text.includes(' ') && (words ?? '').split(' ').includes(text.slice(0, text.indexOf(' ')))

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
