import { recordOf, textOf } from '@sluice/contract/read-json'

/**
 * The id of an item of `input` that stands for a stored one; null = it is whole itself. A reference may omit its type.
 * https://platform.openai.com/docs/api-reference/responses/create, read 2026-11-28
 */
export function referenceOf(item: unknown): string | null {
  const { type, id, role } = recordOf(item)
  const isReference = type === 'item_reference' || ((type ?? '') === '' && typeof role !== 'string')
  return isReference ? textOf(id) || null : null
}
