import { createRequire } from 'node:module'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
</head>
<body>
<div id="app"></div>
<script src="/api/docs/standalone.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const start = `Scalar.createApiReference('#app', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
})
`

/** The page reads only from this server; the viewer writes its styles at run time. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const script = { headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' } }

export function mountDocsRoutes(api: AdminApi, { version }: AdminDependencies): void {
  let document: unknown
  api.route('GET /api/openapi.json', { summary: 'This description' }, () => {
    // Built when first asked for: by then every route is mounted.
    document ??= api.router.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: 'Management API', version },
    })
    return Response.json(document)
  })
  api.route('GET /api/docs', { summary: 'The description as a page' }, () => {
    return new Response(page, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    })
  })
  api.route('GET /api/docs/start.js', { summary: 'Part of the page' }, () => new Response(start, script))
  api.route('GET /api/docs/standalone.js', { summary: 'Part of the page' }, () => {
    return new Response(Bun.file(viewerFile()), script)
  })

  api.router.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'accessToken', {
    type: 'http',
    scheme: 'bearer',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
  })
  api.router.openAPIRegistry.registerComponent('securitySchemes', 'user', {
    type: 'apiKey',
    in: 'header',
    name: 'New-Api-User',
  })
}

const viewerFile = (): string =>
  createRequire(import.meta.url)
    .resolve('@scalar/api-reference')
    .replace(/dist\/.*$/, 'dist/browser/standalone.js')
