import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { key as apiKey, check, gateway } from './check.mjs'

process.chdir(dirname(fileURLToPath(import.meta.url)))
// set-up
const { createClient } = await import('@hey-api/openapi-ts')

await createClient({
  input: `${gateway}/api/openapi.json`,
  output: { path: 'generated', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch'],
})
// Then: client.setConfig({ baseUrl, headers: { Authorization: accessToken, 'New-Api-User': userId } })
// end of set-up

const load = (file) => import(pathToFileURL(resolve('compiled', `${file}.js`)).href)
const document = await (await fetch(`${gateway}/api/openapi.json`)).json()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

function compile() {
  const files = readdirSync('generated').filter((file) => file.endsWith('.ts'))
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext']
  const sources = files.map((file) => `generated/${file}`)
  const command = ['../node_modules/typescript/bin/tsc', ...strict, '--outDir', 'compiled', ...sources]
  const run = spawnSync('node', command, { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stdout.slice(0, 3_000))
}

const keyOf = ({ path, method }) => `${method.toUpperCase()} ${path}`
/** Called last, in this order: they change prices, call the channels, or revoke the credentials of this run. */
const lastKeys = [
  'POST /api/option/rest_model_ratio',
  'POST /api/option/apply_default_prices',
  'GET /api/channel/update_balance',
  'GET /api/channel/test',
  'GET /api/user/logout',
  'DELETE /api/user/self/sessions',
  'POST /api/user/token',
  'GET /api/user/token',
]
/** These take the key of the API for models. */
const keyRoutes = ['GET /api/log/token', 'GET /api/usage/token/']
/** Their credential is a cookie or a link of a browser, so they answer 401. */
const browserRoutes = ['POST /api/user/auth/refresh', 'GET /api/user/pay/form']
const isLast = (operation) => lastKeys.includes(keyOf(operation))
const lastOperations = lastKeys.flatMap((key) => operations.filter((operation) => keyOf(operation) === key))

/** Calls each operation with ids that do not exist and an empty body. Its answer must be a described one. */
async function callAll(sdk, called) {
  if (called.length === 0) throw new Error('no operation to call')
  // The generator changes the case of names after digits.
  const calls = new Map(Object.entries(sdk).map(([name, call]) => [name.toLowerCase(), call]))
  const faults = []
  for (const operation of called) {
    const call = calls.get(operation.operationId.toLowerCase())
    const fault = call === undefined ? 'the client lacks it' : await findFault(call, operation)
    if (fault !== null) faults.push(`${keyOf(operation)}: ${fault}`)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function findFault(call, operation) {
  const { method, parameters = [], responses } = operation
  const key = keyOf(operation)
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, '999999'])
  const body = method === 'get' ? {} : { body: {} }
  const credential = keyRoutes.includes(key) ? { headers: { Authorization: `Bearer ${apiKey}` } } : {}
  const path = Object.fromEntries(inPath)
  const { response, error } = await call({ path, redirect: 'manual', ...body, ...credential })
  if (response === undefined) return String(error)
  if (response.status === 401 && !browserRoutes.includes(key)) return 'the credential is not accepted'
  if (responses[response.status] === undefined) return `${response.status} is not described`
  return response.status >= 500 && response.status !== 503 ? String(response.status) : null
}

async function data(answer) {
  const { data: envelope, error } = await answer
  if (error !== undefined || envelope.success === false) throw new Error(JSON.stringify(error ?? envelope))
  return envelope.data
}

/** Creates, finds, changes and deletes a token. */
async function manageToken(sdk) {
  const name = 'made by a generated client'
  await data(sdk.postToken({ body: { name, remain_quota: 500_000, expired_time: -1 } }))
  const list = await data(sdk.getToken({ query: { p: 1, page_size: 100 } }))
  const made = list.items.find((token) => token.name === name)
  await data(sdk.putToken({ body: { ...made, name: 'renamed' } }))
  const renamed = await data(sdk.getTokenById({ path: { id: made.id } }))
  if (renamed.name !== 'renamed') throw new Error(`the name is ${renamed.name}`)
  await data(sdk.deleteTokenById({ path: { id: made.id } }))
}

await check('the generated client compiles', async () => compile())
const sdk = await load('sdk.gen')
const { client } = await load('client.gen')
client.setConfig({
  baseUrl: gateway,
  headers: { Authorization: process.env.ACCESS_TOKEN, 'New-Api-User': process.env.USER_ID },
})
await check('a token from its creation to its deletion', () => manageToken(sdk))
const usual = operations.filter((operation) => !isLast(operation))
const readers = usual.filter(({ method }) => method === 'get')
const writers = usual.filter(({ method }) => method !== 'get')
await check('every route that reads', () => callAll(sdk, readers))
await check('every route that writes, with an empty input', () => callAll(sdk, writers))
await check('the routes that change prices, call channels or revoke credentials', async () => {
  const unknown = lastKeys.filter((key) => !operations.some((operation) => keyOf(operation) === key))
  if (unknown.length > 0) throw new Error(`the description lacks ${unknown.join(', ')}`)
  await callAll(sdk, lastOperations)
})
