import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { root } from './bun-path.mjs'
import { findChartFaults } from './chart-schema.ts'
import { withTrials } from './try-deploy.ts'

const read = (name: string) => Bun.file(join(root, 'deploy', name)).text()
const readYaml = async (name: string) => recordOf(Bun.YAML.parse(await read(name)))
const config = await Bun.file(join(root, 'server/src/platform/config.ts')).text()
const isSetting = (name: string) => new RegExp(`^  ${name}:`, 'm').test(config)

/**
 * The objects of a template with all parts on, for reading: what is not a value of `values.yaml` becomes `x`. Helm
 * itself renders it in `npm run try-deploy`.
 */
async function readTemplate(name: string): Promise<Record<string, unknown>[]> {
  const values = await readYaml('helm/sluice/values.yaml')
  const valueAt = (path: string) => path.split('.').reduce<unknown>((at, part) => recordOf(at)[part], values)
  const selector = ['app.kubernetes.io/name: sluice', 'app.kubernetes.io/instance: release']
  const text = (await read(`helm/sluice/templates/${name}`))
    .replace(/^ *\{\{- (if|else|end|with|range|toYaml \.) ?[^\n]*\}\}\n/gm, '')
    .replace(/^ *\{\{- include "sluice\.\w+" \. \| nindent (\d+) \}\}/gm, (_, indent: string) =>
      selector.map((line) => ' '.repeat(Number(indent)) + line).join('\n'),
    )
    .replace(
      /^( *)\{\{- toYaml \.Values\.(\w+) \| nindent \d+ \}\}/gm,
      (_, indent: string, path: string) => indent + JSON.stringify(valueAt(path)),
    )
    .replaceAll('{{ .Release.Name }}', 'release')
    .replaceAll(/\{\{ \.Values\.([\w.]+) \| quote \}\}/g, (_, path: string) => JSON.stringify(String(valueAt(path))))
    .replaceAll(/\{\{ div \.Values\.([\w.]+) (\d+) \}\}/g, (_, path: string, by: string) =>
      String(Math.floor(Number(valueAt(path)) / Number(by))),
    )
    .replaceAll(/\{\{ \.Values\.([\w.]+) \}\}/g, (_, path: string) => String(valueAt(path)))
    .replaceAll(/\{\{ [^}]*\}\}/g, 'x')
  expect(text).not.toContain('{{')
  return text.split(/^---$/m).map((part) => recordOf(Bun.YAML.parse(part)))
}

test('the image installs every workspace without install scripts, and does not run as root', async () => {
  const lines = (await read('Dockerfile')).split('\n')
  const { workspaces } = (await Bun.file(join(root, 'package.json')).json()) as { workspaces: string[] }
  for (const workspace of workspaces) expect(lines).toContain(`COPY ${workspace}/package.json ${workspace}/`)
  const manifests = lines.indexOf('COPY package.json package-lock.json .npmrc ./')
  expect(manifests).toBeGreaterThan(0)
  expect(lines.indexOf('RUN npm ci')).toBeGreaterThan(manifests)
  expect(await Bun.file(join(root, '.npmrc')).text()).toMatch(/^ignore-scripts=true$/m)
  expect(lines.findLast((line) => line.startsWith('FROM '))).toBe('FROM scratch')
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001')
  expect(lines).toContain('ENTRYPOINT ["/usr/local/bin/sluice"]')
})

test('the image of a release runs as the one of the checkout does', async () => {
  const [ofCheckout, ofRelease] = await Promise.all(
    ['Dockerfile', 'release.Dockerfile'].map(async (name) => {
      const text = await read(name)
      // What lies in the image differs; how it runs begins with its user.
      return text.slice(text.lastIndexOf('\nUSER '))
    }),
  )
  expect(ofRelease).toBe(ofCheckout)
  expect(ofRelease).toContain('\nENTRYPOINT ')
})

test('what enters the build of the image has no secret, and lacks no source', async () => {
  const patterns = (await Bun.file(join(root, '.dockerignore')).text()).split('\n').filter((line) => /^[^#]/.test(line))
  const isIgnored = (file: string) =>
    patterns.some((pattern) => new Bun.Glob(pattern).match(file) || new Bun.Glob(`${pattern}/**`).match(file))
  const secrets = ['deploy/.env', '.env', 'data/crypto-secret', 'server/data/sluice.db', 'sluice.db-wal', 'tls.key']
  for (const file of [...secrets, '.git/config', 'node_modules/x/index.js', 'console/dist/index.html'])
    expect({ file, isIgnored: isIgnored(file) }).toEqual({ file, isIgnored: true })
  const tracked = await new Response(Bun.spawn(['git', 'ls-files'], { cwd: root }).stdout).text()
  const files = tracked.trim().split('\n')
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter(isIgnored)).toEqual([])
})

test('the Compose file sets only settings that exist, with a read-only root and no default secret', async () => {
  const services = recordOf((await readYaml('compose.yaml')).services)
  const gateway = recordOf(services.sluice)
  const environment = recordOf(gateway.environment)
  const given = [...(await read('env.example')).matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  // What the file itself and the system read.
  const ofCompose = ['POSTGRES_PASSWORD', 'TZ']
  const names = [...Object.keys(environment), ...given]
  expect(names.filter((name) => !isSetting(name) && !ofCompose.includes(name))).toEqual([])
  for (const secret of ['SESSION_SECRET', 'CRYPTO_SECRET']) expect(environment[secret]).toBe(`\${${secret}:?}`)
  expect(gateway).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    ulimits: { nofile: 65_536 },
    ports: [expect.stringMatching(/^\$\{SLUICE_PUBLISH:-127\.0\.0\.1:3000\}:3000$/)],
    restart: 'unless-stopped',
    healthcheck: { test: ['CMD', '/usr/local/bin/sluice', 'health'] },
  })
  const stopSeconds = Number(/^(\d+)s$/.exec(textOf(gateway.stop_grace_period))?.[1])
  expect(stopSeconds).toBeGreaterThan(shutdownSeconds())
  for (const name of Object.keys(recordOf(gateway.depends_on)))
    expect(recordOf(services[name]).healthcheck).toBeDefined()
})

test('the Compose file has the version of PostgreSQL that the tests run on', async () => {
  const page = await Bun.file(join(root, 'docs/configuration.md')).text()
  const tested = /Tests run on SQLite, PostgreSQL (\d+)/.exec(page.replaceAll('\n', ' '))?.[1]
  const { image } = recordOf(recordOf((await readYaml('compose.yaml')).services).postgres)
  expect(image).toBe(`postgres:${tested}`)
})

test('the systemd unit sets only settings that exist, and waits longer than a shutdown takes', async () => {
  const unit = await read('sluice.service')
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map((match) => match[1] ?? '')
  expect(names.filter((name) => !isSetting(name))).toEqual([])
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)/m.exec(unit)?.[1])
  expect(stopSeconds).toBeGreaterThan(shutdownSeconds())
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
})

test('the chart runs nodes without root rights, each with its own folder, and waits for a migration', async () => {
  const [nodes = {}] = await readTemplate('statefulset.yaml')
  const spec = recordOf(nodes.spec)
  const template = recordOf(spec.template)
  const pod = recordOf(template.spec)
  expect(nodes.kind).toBe('StatefulSet')
  expect(pod).toMatchObject({ securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false })
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds())
  const [container] = Array.isArray(pod.containers) ? pod.containers : []
  expect(container).toMatchObject({
    startupProbe: { httpGet: { path: '/healthz' }, periodSeconds: 5 },
    readinessProbe: { httpGet: { path: '/readyz' } },
    livenessProbe: { httpGet: { path: '/healthz' } },
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
  })
  expect((await readYaml('helm/sluice/values.yaml')).startupSeconds).toBe(3_600)
  const environment = isRecord(container) && Array.isArray(container.env) ? container.env : []
  const names = environment.map((variable) => textOf(recordOf(variable).name))
  expect(names.filter((name) => name !== 'x' && !isSetting(name))).toEqual([])
  expect(spec.volumeClaimTemplates).toMatchObject([{ metadata: { name: 'data' } }])

  const labels = recordOf(spec.selector).matchLabels
  expect(recordOf(template.metadata).labels).toMatchObject(recordOf(labels))
  const services = await readTemplate('service.yaml')
  expect(services.map((service) => recordOf(service.metadata).name)).toEqual(['release', spec.serviceName])
  for (const service of services) expect(recordOf(service.spec).selector).toEqual(labels)
  const [budget] = await readTemplate('disruption-budget.yaml')
  expect(budget?.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } })
})

test('Kubernetes has every field of every object of the chart, and takes its value', async () => {
  const files = [...new Bun.Glob('*.yaml').scanSync(join(root, 'deploy/helm/sluice/templates'))].sort()
  expect(files).toHaveLength(6)
  const kinds: string[] = []
  for (const file of files)
    for (const object of await readTemplate(file)) {
      kinds.push(textOf(object.kind))
      expect({ file, faults: findChartFaults(object) }).toEqual({ file, faults: [] })
    }
  expect(new Set(kinds).size).toBe(6)
})

test('a field that Kubernetes does not have, and a value of a wrong type, are found', () => {
  const spec = { ports: [{ port: '80', tragetPort: 'http' }], selector: { any: 'label' } }
  expect(findChartFaults({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec })).toEqual([
    expect.stringMatching(/^\/spec\/ports\/0\/port: type/),
    '/spec/ports/0/tragetPort: unknown field',
  ])
  expect(findChartFaults({ apiVersion: 'v2', kind: 'Service' })).toEqual(['v2 Service: no schema'])
})

test('the chart scales by a metric that the server has, and its ingress leads to its service', async () => {
  const [scaler = {}] = await readTemplate('autoscaler.yaml')
  const target = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'release' }
  expect(scaler.spec).toMatchObject({
    scaleTargetRef: target,
    metrics: [{ pods: { metric: { name: 'sluice_calls_in_flight' } } }],
  })
  expect(await Bun.file(join(root, 'server/src/serve.ts')).text()).toContain("'sluice_calls_in_flight'")
  const [ingress = {}] = await readTemplate('ingress.yaml')
  const backend = { service: { name: 'release', port: { name: 'http' } } }
  expect(ingress.spec).toMatchObject({ rules: [{ http: { paths: [{ backend, pathType: 'Prefix' }] } }] })
})

test('the secret of the chart has only settings, and every value has a rule', async () => {
  const values = await readYaml('helm/sluice/values.yaml')
  const [secret = {}] = await readTemplate('secret.yaml')
  const names = [...Object.keys(recordOf(values.secret)), ...Object.keys(recordOf(secret.stringData))]
  expect(names.filter((name) => name !== 'x' && !isSetting(name))).toEqual([])
  const rules = recordOf((await Bun.file(join(root, 'deploy/helm/sluice/values.schema.json')).json()).properties)
  // Helm adds `global`.
  expect(Object.keys(rules).sort()).toEqual([...Object.keys(values), 'global'].sort())
  for (const [name, value] of Object.entries(values)) {
    const inner = recordOf(rules[name]).properties
    if (inner !== undefined) expect(Object.keys(recordOf(inner)).sort()).toEqual(Object.keys(recordOf(value)).sort())
  }
})

test('each alert has cases for promtool', async () => {
  const rules = recordsOf((await readYaml('prometheus/sluice.rules.yaml')).groups).flatMap((group) =>
    recordsOf(group.rules),
  )
  const alerts = rules.flatMap(({ alert }) => (typeof alert === 'string' ? [alert] : []))
  const { tests, rule_files: files } = await readYaml('prometheus/sluice.rules.test.yaml')
  const cases = recordsOf(tests).flatMap((test) => recordsOf(test.alert_rule_test))
  const firing = cases.filter((one) => recordsOf(one.exp_alerts).length > 0).map(({ alertname }) => textOf(alertname))
  expect(files).toEqual(['sluice.rules.yaml'])
  expect([...new Set(firing)].sort()).toEqual(alerts.sort())
})

test('trials are written into the rows of their files alone', () => {
  const table = '| `a` | one | never |\n| `b` | two | 2026-01-01: all |\n| `c` | three | never |'
  const done = [
    { file: 'a', what: 'built' },
    { file: 'b', what: 'linted' },
    { file: 'b', what: 'run' },
  ]
  expect(withTrials(table, '2026-02-02', done)).toBe(
    '| `a` | one | 2026-02-02: built |\n| `b` | two | 2026-02-02: linted; run |\n| `c` | three | never |',
  )
})

/** The longest time between SIGTERM and exit with the default settings. */
function shutdownSeconds(): number {
  const readSeconds = (name: string) => Number(new RegExp(`${name}:[^\\n]*?(\\d+)`).exec(config)?.[1])
  const seconds = readSeconds('SHUTDOWN_DELAY') + readSeconds('SHUTDOWN_TIMEOUT')
  expect(seconds).toBeGreaterThan(0)
  return seconds
}
