export interface RefusalPage {
  language: string
  siteName: string
  /** One sentence. */
  message: string
  status: number
  retryAfterSeconds: number | undefined
}

/** A page without scripts, for a browser that cannot get the one that it asked for. */
export function buildRefusalPage({ language, siteName, message, status, retryAfterSeconds }: RefusalPage): Response {
  const [name, text] = [siteName, message].map((part) => Bun.escapeHTML(part))
  const page = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${name}</title>
  </head>
  <body>
    <main>
      <h1>${name}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterSeconds)))
  return new Response(page, { status, headers })
}
