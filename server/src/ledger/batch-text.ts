import { parseStored } from '../core/json/parse-stored.ts'
import { type UsageRow, usageRowOf, usageValues } from '../store/usage-row.ts'
import type { Operation } from './operations.ts'

/**
 * The operations of a batch as one text for the writer thread. Usage rows are the largest part: their values are sent
 * without column names. Their details and the rows of checkpoints are JSON already, and follow unescaped after the
 * other values.
 */
export function packBatch(operations: readonly Operation[]): string {
  const texts: string[] = []
  const packed = operations.map((operation) => packOperation(operation, texts))
  return [JSON.stringify(packed), ...texts].join('\n')
}

export function unpackBatch(text: string): Operation[] {
  const end = text.indexOf('\n')
  const texts: TextReader = { text, at: end + 1 }
  const packed = parseStored<Packed[]>(end < 0 ? text : text.slice(0, end))
  return packed.map((one) => unpackOperation(one, texts))
}

/** Null: the operation has no number. */
type PackedNumber = number | null

/** The values of the columns; the last one is the length of the detail. */
type PackedRow = (string | number)[]
type Packed =
  | ['reserve', PackedNumber, string, number, number | null, number, number]
  /** The last one is the length of the row's text. */
  | ['checkpoint', PackedNumber, string, number, number, number]
  | ['settle', PackedNumber, string, number, number | null, number, number, number, number, boolean, PackedRow | null]
  | Operation

interface TextReader {
  text: string
  at: number
}

/** Packs the kinds that every call or stream has. Other kinds are rare and are sent as objects. */
function packOperation(operation: Operation, texts: string[]): Packed {
  if (operation.kind === 'reserve') {
    const { kind, number = null, ref, userId, tokenId, amount, at } = operation
    return [kind, number, ref, userId, tokenId, amount, at]
  }
  if (operation.kind === 'checkpoint') {
    const { kind, number = null, ref, charge, channelId, row } = operation
    texts.push(row)
    return [kind, number, ref, charge, channelId, row.length]
  }
  if (operation.kind !== 'settle') return operation
  const { kind, number = null, ref, userId, tokenId, held, charge, channelId, row, at } = operation
  const isRowKept = operation.keepsRow !== false
  const packed = row && packRow(row, texts)
  return [kind, number, ref, userId, tokenId, held, charge, channelId, at, isRowKept, packed]
}

function unpackOperation(packed: Packed, texts: TextReader): Operation {
  if (!Array.isArray(packed)) return packed
  if (packed[0] === 'reserve') {
    const [kind, number, ref, userId, tokenId, amount, at] = packed
    return numbered({ kind, ref, userId, tokenId, amount, at }, number)
  }
  if (packed[0] === 'checkpoint') {
    const [kind, number, ref, charge, channelId, length] = packed
    return numbered({ kind, ref, charge, row: readText(texts, length), channelId }, number)
  }
  const [kind, number, ref, userId, tokenId, held, charge, channelId, at, isRowKept, packedRow] = packed
  const row = packedRow && unpackRow(packedRow, texts)
  const operation = { kind, ref, userId, tokenId, held, charge, channelId, row, at }
  return numbered(isRowKept ? operation : { ...operation, keepsRow: false }, number)
}

function numbered(operation: Operation, number: PackedNumber): Operation {
  if (number !== null) operation.number = number
  return operation
}

function packRow(row: UsageRow, texts: string[]): PackedRow {
  const values = usageValues(row)
  texts.push(row.detail)
  values[values.length - 1] = row.detail.length
  return values
}

function unpackRow(values: PackedRow, texts: TextReader): UsageRow {
  const row = usageRowOf(values)
  row.detail = readText(texts, Number(values.at(-1)))
  return row
}

function readText(texts: TextReader, length: number): string {
  const end = texts.at + length
  const text = texts.text.slice(texts.at, end)
  texts.at = end + 1
  return text
}
