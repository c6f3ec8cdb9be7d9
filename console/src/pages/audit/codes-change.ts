import type { AuditLine } from '@sluice/contract/audit'
import { numberOf, parseRecord, textOf } from '@sluice/contract/read-json'
import { redemptionStatus } from '@sluice/contract/redemption-status'

/** What happened to the codes that were created together. */
export interface CodesChange {
  kind: 'create' | 'enable' | 'disable' | 'delete'
  /** Of the batch. */
  name: string
  count: number
  /** Of each code; 0 unless they are new. */
  quota: number
}

/** Null = another action, or a line without these facts. */
export function codesChangeOf({ action, after }: AuditLine): CodesChange | null {
  const facts = parseRecord(after ?? '') ?? {}
  const name = textOf(facts.name)
  const count = numberOf(action === 'redemption.create' ? facts.count : facts.changed)
  if (count === undefined || name === '') return null
  switch (action) {
    case 'redemption.create':
      return { kind: 'create', name, count, quota: numberOf(facts.quota) ?? 0 }
    case 'redemption.batch_status':
      return { kind: facts.status === redemptionStatus.unused ? 'enable' : 'disable', name, count, quota: 0 }
    case 'redemption.batch_delete':
      return { kind: 'delete', name, count, quota: 0 }
    default:
      return null
  }
}
