export interface AuditReport {
  isClean: boolean
  users: number
  tokens: number
  channels: number
  entries: number
  findings: AuditFinding[]
  /**
   * Calls that were charged by their last checkpoints because their nodes were lost; those whose nodes reported more
   * later, and the sum of the differences.
   */
  recovered: { calls: number; charged: number; corrected: number; difference: number }
  /** Users whose usage rows do not add up to their used quota: normal if rows were deleted or not stored. */
  usageRowDifferences: { userId: number; usedQuota: number; usageRows: number }[]
  /** The reason why the log database could not be read; usage rows are not compared then. Null = it was read. */
  logFault: string | null
}

export interface AuditFinding {
  userId: number
  tokenId: number | null
  channelId: number | null
  /** Ref of the wrong entry; the user's last entry if a sum is wrong. */
  entry: string | null
  problem: string
  expected: number | null
  found: number | null
}

export const newReport = (): AuditReport => ({
  isClean: false,
  users: 0,
  tokens: 0,
  channels: 0,
  entries: 0,
  findings: [],
  recovered: { calls: 0, charged: 0, corrected: 0, difference: 0 },
  usageRowDifferences: [],
  logFault: null,
})

/** A finding with a user alone. */
export const finding = (userId: number, problem: string): AuditFinding => ({
  userId,
  tokenId: null,
  channelId: null,
  entry: null,
  problem,
  expected: null,
  found: null,
})

/** A line for each finding and note, then the verdict. */
export function buildReportText(report: AuditReport): string {
  const { users, tokens, channels, entries, findings, usageRowDifferences, recovered } = report
  const lines = findings.map(buildFindingLine)
  for (const { userId, usedQuota, usageRows } of usageRowDifferences)
    lines.push(`note: user ${userId}: used ${usedQuota}, usage rows add up to ${usageRows}`)
  if (recovered.calls > 0) {
    const { calls, charged, corrected, difference } = recovered
    lines.push(
      `note: ${calls} calls were charged ${charged} by their last checkpoints, because their nodes were lost; ` +
        `${corrected} of them were corrected by ${difference} when these returned`,
    )
  }
  if (report.logFault !== null) lines.push(`note: usage rows were not compared: ${report.logFault}`)
  const verdict = findings.length === 0 ? 'The ledger agrees' : `${findings.length} problems`
  lines.push(`${verdict}: ${users} users, ${tokens} tokens, ${channels} channels, ${entries} entries.`)
  return lines.join('\n')
}

function buildFindingLine(found: AuditFinding): string {
  const place = [
    `user ${found.userId}`,
    found.tokenId === null ? null : `token ${found.tokenId}`,
    found.channelId === null ? null : `channel ${found.channelId}`,
    found.entry === null ? null : `entry ${found.entry}`,
  ]
  const amounts = found.expected === null ? `${found.found}` : `expected ${found.expected}, found ${found.found}`
  return `${place.filter((part) => part !== null).join(', ')}: ${found.problem} (${amounts})`
}
