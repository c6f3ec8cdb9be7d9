import { type ClientGateway, startClientGateway, turnCharge } from './client-gateway.ts'
import { startClosedProxy } from './closed-proxy.ts'
import { installProgram } from './install.ts'
import { describeSetUp } from './page.ts'
import { type CheckResult, type Program, type ProgramResult, upstreamKinds } from './program.ts'
import { runAgent } from './run-agent.ts'
import { placeScript, runLibrary } from './run-library.ts'
import { turnUsage } from './speak/turn.ts'

/** Runs the programs in sequence against one gateway. `report` gets each result as soon as it exists. */
export async function runClients(
  programs: readonly Program[],
  report: (result: ProgramResult) => void,
): Promise<ProgramResult[]> {
  const clientGateway = await startClientGateway(programs.map(({ id }) => id))
  const results: ProgramResult[] = []
  try {
    for (const program of programs) {
      const result = await runOneProgram(clientGateway, program)
      results.push(result)
      report(result)
    }
  } finally {
    await clientGateway.stop()
  }
  return results
}

async function runOneProgram(clientGateway: ClientGateway, program: Program): Promise<ProgramResult> {
  const installed = installProgram(program)
  const setUp = describeSetUp(program)
  const { id, name, registry } = program
  const source = `${registry}: ${program.packages[0]?.replace(/(?<=.)(?:@|==)[^@=]+$/, '') ?? ''}`
  const head = { id, name, source, setUp }
  if (!installed.ok) return { ...head, version: '', skipped: installed.reason, asksElsewhere: [], results: [] }
  const proxy = await startClosedProxy()
  const gateway = clientGateway.gatewayFor(program.id)
  const { folder, version } = installed
  const environment = buildEnvironment(proxy.url)
  const before = countModelCalls(clientGateway)
  const results =
    program.kind === 'agent'
      ? await runAgent(clientGateway, { agent: program, folder, gateway, environment })
      : await runLibrary(clientGateway, {
          library: program,
          command: placeScript(program, folder),
          gateway,
          environment,
        })
  if (program.kind === 'agent' || program.manages !== true)
    results.push(await checkCharges(clientGateway, program, countModelCalls(clientGateway) - before))
  await proxy.close()
  return { ...head, version, asksElsewhere: [...new Set([...proxy.hosts].map(shownHost))].sort(), results }
}

/** A machine may use any registry, so its name is left out. */
const shownHost = (host: string): string => (host.startsWith('registry.') ? 'a package registry' : host)

/** Programs get nothing of this machine, and reach nothing but the gateway. */
export function buildEnvironment(proxy: string): Record<string, string> {
  const proxies = Object.fromEntries(
    ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, proxy]),
  )
  const local = { no_proxy: '127.0.0.1,localhost', NO_PROXY: '127.0.0.1,localhost' }
  return { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TERM: 'dumb', CI: 'true', ...proxies, ...local }
}

export const countModelCalls = (clientGateway: ClientGateway): number =>
  upstreamKinds.reduce((sum, kind) => sum + clientGateway.upstreams[kind].calls.length, 0)

/** Every answer of an upstream is one row with its tokens and its charge, for all formats. */
export async function checkCharges(
  clientGateway: ClientGateway,
  program: Program,
  calls: number,
): Promise<CheckResult> {
  const rows = (await clientGateway.readCharges(program.id)).filter((row) => !row.model_name.includes('embedding'))
  const wrong = rows.filter(
    (row) =>
      row.prompt_tokens !== turnUsage.input || row.completion_tokens !== turnUsage.output || row.quota !== turnCharge,
  )
  return {
    name: 'tokens and charge in the usage log',
    complaints: [
      ...(rows.length === calls ? [] : [`${calls} answers of the upstreams, ${rows.length} rows`]),
      ...wrong.map((row) => `${row.model_name}: ${row.prompt_tokens} + ${row.completion_tokens} for ${row.quota}`),
    ],
  }
}
