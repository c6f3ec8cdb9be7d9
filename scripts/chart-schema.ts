import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isRecord, textOf } from '@sluice/contract/read-json'
import { root } from './bun-path.mjs'

/** The validators of one version of Kubernetes for the kinds of the chart, by `apiVersion` and `kind`. */
const schemas: Readonly<Record<string, string>> = {
  'v1 Secret': 'IoK8sApiCoreV1Secret',
  'v1 Service': 'IoK8sApiCoreV1Service',
  'apps/v1 StatefulSet': 'IoK8sApiAppsV1StatefulSet',
  'policy/v1 PodDisruptionBudget': 'IoK8sApiPolicyV1PodDisruptionBudget',
  'autoscaling/v2 HorizontalPodAutoscaler': 'IoK8sApiAutoscalingV2HorizontalPodAutoscaler',
  'networking.k8s.io/v1 Ingress': 'IoK8sApiNetworkingV1Ingress',
}

interface Validate {
  (data: unknown): boolean
  errors?: readonly { instancePath: string; keyword: string; params: unknown }[] | null
}

const load = createRequire(import.meta.url)

/** What Kubernetes would refuse or ignore in an object: wrong types, missing fields, and fields that it lacks. */
export function findChartFaults(object: Readonly<Record<string, unknown>>): string[] {
  const kind = `${textOf(object.apiVersion)} ${textOf(object.kind)}`
  const name = schemas[kind]
  if (name === undefined) return [`${kind}: no schema`]
  // The cast: the package exports its validators only to itself, without types.
  const { validate } = load(join(root, 'node_modules/kubernetes-models/_schemas', `${name}.js`)) as {
    validate: Validate
  }
  const read = new Set<string>()
  const isValid = validate(watchReads(object, '', read))
  const wrong = isValid ? [] : (validate.errors ?? [])
  return [
    ...wrong.map(({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`),
    ...pathsOf(object, '')
      .filter((path) => !read.has(path))
      .map((path) => `${path}: unknown field`),
  ]
}

/** The validators read the fields that their schema has, and no others. */
function watchReads(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found
      read.add(`${path}/${name}`)
      return watchReads(found, `${path}/${name}`, read)
    },
  })
}

function pathsOf(value: unknown, path: string): string[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []
  return entries.flatMap(([name, inner]) => [`${path}/${name}`, ...pathsOf(inner, `${path}/${name}`)])
}
