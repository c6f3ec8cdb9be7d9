import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentFiles } from './agent-checks.ts'
import type { ClientGateway } from './client-gateway.ts'
import { pixel } from './pixel.ts'
import { type Agent, type Check, type CheckResult, type Gateway, upstreamKinds } from './program.ts'
import { runProgram, writeFiles } from './run-program.ts'
import { watchGateway } from './watched-gateway.ts'

const timeoutSeconds = 120

export interface AgentRun {
  agent: Agent
  /** The folder of its installation. */
  folder: string
  gateway: Gateway
  /** Variables for every program. */
  environment: Record<string, string>
}

/** Runs the checks of an agent in sequence, each in its own home and working folder. */
export async function runAgent(clientGateway: ClientGateway, run: AgentRun): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const [index, check] of run.agent.checks.entries()) {
    const { name, upstream } = check
    const judged = await runCheck(clientGateway, run, check, `task-${run.agent.id}-${index}-end`)
    results.push({ name, ...(upstream ? { upstream } : {}), ...judged })
  }
  return results
}

async function runCheck(
  clientGateway: ClientGateway,
  run: AgentRun,
  check: Check,
  task: string,
): Promise<Pick<CheckResult, 'complaints' | 'failure'>> {
  const { agent } = run
  const watched = check.shows && watchGateway(run.gateway.url)
  const gateway = {
    url: watched?.url ?? run.gateway.url,
    key: check.key ? clientGateway.faultyKeys[check.key] : run.gateway.key,
  }
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-client-'))
  const home = join(scratch, 'home')
  const folder = join(scratch, 'work')
  writeFiles(home, { ...agent.files?.(gateway), '.keep': '' })
  writeFiles(folder, { ...agentFiles, ...agent.workFiles })
  writeFileSync(join(folder, 'gate.png'), Buffer.from(pixel, 'base64'))
  clientGateway.scripts.set(task, check.script(folder))
  const before = upstreamKinds.map((kind) => clientGateway.upstreams[kind].calls.length)
  const prompt = `${task}: ${check.prompt}`
  const outcome = await runProgram({
    command: [
      ...agent.start.map((word) => (word.includes('/') ? join(run.folder, word) : word)),
      ...agent.args({ prompt, model: check.model }),
      ...(agent.unattended ?? []),
      ...(check.more?.(folder) ?? []),
    ],
    environment: { ...run.environment, ...agent.quiet, ...agent.environment?.(gateway), HOME: home },
    folder,
    timeoutMs: (check.timeoutSeconds ?? timeoutSeconds) * 1_000,
  })
  const calls = upstreamKinds.flatMap((kind, index) => clientGateway.upstreams[kind].calls.slice(before[index]))
  const readFile = (name: string) => {
    const file = join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }
  const endedAt = performance.now()
  await watched?.close()
  const seconds = (endedAt - (watched?.firstCallAt ?? endedAt)) / 1_000
  const failure = check.shows && { text: check.shows(outcome.output), seconds }
  const complaints = check.judge({ outcome, calls, readFile, ...(failure && { failure }) })
  if (complaints.length > 0) complaints.push(`its output: ${outcome.output.slice(-3_000)}`)
  rmSync(scratch, { recursive: true, force: true })
  return { complaints, ...(failure && { failure }) }
}
