export interface AuditReport {
  isClean: boolean
  users: number
  tokens: number
  channels: number
  entries: number
  findings: AuditFinding[]
  /** Users whose usage rows do not add up to their used quota: normal if rows were deleted or not stored. */
  usageRowDifferences: { userId: number; usedQuota: number; usageRows: number }[]
  /** The reason why the log database could not be read; usage rows are not compared then. Null = it was read. */
  logFault: string | null
}

interface AuditFinding {
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
  const { users, tokens, channels, entries, findings, usageRowDifferences } = report
  const lines = findings.map(buildFindingLine)
  for (const { userId, usedQuota, usageRows } of usageRowDifferences)
    lines.push(`note: user ${userId}: used ${usedQuota}, usage rows add up to ${usageRows}`)
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
