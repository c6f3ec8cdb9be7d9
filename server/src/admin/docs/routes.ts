import { createRequire } from 'node:module'
import { packagedFiles } from '../../platform/packaged.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { boundIntegers } from './bound-integers.ts'

const about = `Answers are an envelope. A request that was understood and refused has status 200, \`success: false\` and a \`code\`.
Writes with a session must come from a page of this server.`

const buildPage = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="${base}/api/docs/viewer.css">
</head>
<body>
<div id="app"></div>
<script src="${base}/api/docs/viewer.js"></script>
<script src="${base}/api/docs/start.js"></script>
</body>
</html>
`

const buildStart = (
  base: string,
) => `if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark-mode')
SwaggerUIBundle({
  // Its reader of the newer version takes ten times as long.
  url: '${base}/api/openapi.json?version=3.0',
  dom_id: '#app',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  // By default the viewer asks a public server whether the description is valid.
  validatorUrl: null,
})
`

/** The page loads only from this server. The pictures of the viewer are data URLs in its style sheet. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const partOfPage = (type: string) => ({
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' },
})

export function mountDocsRoutes(api: AdminApi, { version, config }: AdminDependencies): void {
  const documents = new Map<string, unknown>()
  const build = (isOlder: boolean) => {
    api.describe()
    const head = {
      openapi: isOlder ? '3.0.3' : '3.1.0',
      info: { title: 'Management API', version, description: about },
      ...(config.BASE_PATH !== '' && { servers: [{ url: config.BASE_PATH }] }),
    }
    return boundIntegers(isOlder ? api.router.getOpenAPIDocument(head) : api.router.getOpenAPI31Document(head))
  }
  api.route('GET /api/openapi.json', ({ query }) => {
    // Built at the first request, when every route is mounted.
    const document = documents.get(query.version) ?? build(query.version === '3.0')
    documents.set(query.version, document)
    return Response.json(document)
  })
  api.route('GET /api/docs', () => {
    return new Response(buildPage(config.BASE_PATH), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    })
  })
  api.route('GET /api/docs/start.js', () => new Response(buildStart(config.BASE_PATH), partOfPage('text/javascript')))
  api.route(
    'GET /api/docs/viewer.js',
    () => new Response(viewerFile('swagger-ui-bundle.js'), partOfPage('text/javascript')),
  )
  api.route('GET /api/docs/viewer.css', () => new Response(viewerFile('swagger-ui.css'), partOfPage('text/css')))

  api.router.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'Set by a login.',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'accessToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'A system access token, created by `POST /api/user/token`.',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of an API token, `sk-…`.',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'user', {
    type: 'apiKey',
    in: 'header',
    name: 'New-Api-User',
    description: 'The id of the account that the session or the access token belongs to.',
  })
}

/** Resolved per request: a server whose page is never opened does not need the package. */
const viewerFile = (name: string) =>
  Bun.file(
    packagedFiles('node_modules/swagger-ui-dist/')?.get(name) ??
      createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`),
  )
