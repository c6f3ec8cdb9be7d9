import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { root } from './bun-path.mjs'

const read = (name: string) => Bun.file(join(root, 'deploy', name)).text()
const readYaml = async (name: string) => recordOf(Bun.YAML.parse(await read(name)))
const config = await Bun.file(join(root, 'server/src/platform/config.ts')).text()
const isSetting = (name: string) => new RegExp(`^  ${name}:`, 'm').test(config)

/** A template rendered with the chart's default values, for the template functions that these files use. */
async function render(name: string): Promise<Record<string, unknown>> {
  const values = await readYaml('helm/sluice/values.yaml')
  const chart = await readYaml('helm/sluice/Chart.yaml')
  const valueAt = (path: string) => path.split('.').reduce<unknown>((at, part) => recordOf(at)[part], values)
  const text = (await read(`helm/sluice/templates/${name}`))
    .replace(/^ *\{\{- range[\s\S]*?\{\{- end \}\}\n/gm, '')
    .replace(
      /^( *)\{\{- toYaml \.Values\.(\w+) \| nindent \d+ \}\}/gm,
      (_, indent: string, path: string) => indent + JSON.stringify(valueAt(path)),
    )
    .replaceAll(/\{\{ \.Values\.([\w.]+)(?: \| default \.Chart\.AppVersion)? \}\}/g, (_, path: string) =>
      String(valueAt(path) || chart.appVersion),
    )
    .replaceAll('{{ .Release.Name }}', 'release')
  expect(text).not.toContain('{{')
  return recordOf(Bun.YAML.parse(text))
}

test('the image copies every workspace before it installs, and does not run as root', async () => {
  const lines = (await read('Dockerfile')).split('\n')
  const { workspaces } = (await Bun.file(join(root, 'package.json')).json()) as { workspaces: string[] }
  for (const workspace of workspaces) expect(lines).toContain(`COPY ${workspace}/package.json ${workspace}/`)
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001')
  expect(lines).toContain('ENTRYPOINT ["/usr/local/bin/sluice"]')
  const ignored = (await Bun.file(join(root, '.dockerignore')).text()).split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', '**/node_modules']))
})

test('the Compose file sets only settings that exist, with a read-only root and no default secret', async () => {
  const services = recordOf((await readYaml('compose.yaml')).services)
  const gateway = recordOf(services.sluice)
  const environment = recordOf(gateway.environment)
  expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([])
  for (const secret of ['SESSION_SECRET', 'CRYPTO_SECRET']) expect(environment[secret]).toBe(`\${${secret}:?}`)
  expect(gateway).toMatchObject({ read_only: true, cap_drop: ['ALL'], ulimits: { nofile: 65_536 } })
  for (const name of Object.keys(recordOf(gateway.depends_on)))
    expect(recordOf(services[name]).healthcheck).toBeDefined()
})

test('the systemd unit sets only settings that exist, and waits longer than a shutdown takes', async () => {
  const unit = await read('sluice.service')
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map((match) => match[1] ?? '')
  expect(names.filter((name) => !isSetting(name))).toEqual([])
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)/m.exec(unit)?.[1])
  expect(stopSeconds).toBeGreaterThan(shutdownSeconds())
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
})

test('the chart is a deployment without root rights that Kubernetes can update node by node, and its service', async () => {
  const deployment = await render('deployment.yaml')
  const pod = recordOf(recordOf(recordOf(deployment.spec).template).spec)
  expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false })
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds())
  const [container] = Array.isArray(pod.containers) ? pod.containers : []
  expect(container).toMatchObject({
    readinessProbe: { httpGet: { path: '/readyz' } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  })
  const environment = isRecord(container) && Array.isArray(container.env) ? container.env : []
  expect(environment.map((variable) => textOf(recordOf(variable).name)).filter((name) => !isSetting(name))).toEqual([])
  const service = await render('service.yaml')
  const labels = recordOf(recordOf(recordOf(deployment.spec).template).metadata).labels
  expect(recordOf(service.spec).selector).toEqual(labels)
})

/** The longest time between SIGTERM and exit with the default settings. */
function shutdownSeconds(): number {
  const readSeconds = (name: string) => Number(new RegExp(`${name}:[^\\n]*?(\\d+)`).exec(config)?.[1])
  const seconds = readSeconds('SHUTDOWN_DELAY') + readSeconds('SHUTDOWN_TIMEOUT')
  expect(seconds).toBeGreaterThan(0)
  return seconds
}
