import { createHash } from 'node:crypto'
import { tagOfLanguage } from '@sluice/contract/messages/languages'
import { render } from '@sluice/contract/messages/render'
import { type PayRefusal, payRefusalStatuses } from '@sluice/contract/topup'
import type { Language } from '../platform/accepted-language.ts'

/** Not by `form.submit()`: a field of that name would shadow the method. */
const script = 'HTMLFormElement.prototype.submit.call(document.forms[0])'

const style = `:root{color-scheme:light dark;--text:#0f172a;--quiet:#475569;--back:#f8fafc;--accent:#0f766e;--on:#fff}
@media (prefers-color-scheme:dark){:root{--text:#e2e8f0;--quiet:#94a3b8;--back:#0b1220;--accent:#2dd4bf;--on:#042f2e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--text);
font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
main{max-width:400px;text-align:center}
.site{margin:0 0 24px;color:var(--quiet);font-size:14px;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:20px;line-height:1.4}
p{margin:0 0 24px;color:var(--quiet)}
.go{display:inline-block;padding:10px 24px;border:0;border-radius:8px;background:var(--accent);color:var(--on);
font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
.go:focus-visible{outline:2px solid var(--text);outline-offset:2px}`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * A separate policy, so that the console's can stay strict. The stored order and the options set the form's target. A
 * gateway redirects it to cashiers anywhere, and browsers apply this list to redirects of a form as well.
 */
const policyOf = ({ hasForm }: { hasForm: boolean }): string =>
  [
    "default-src 'none'",
    ...(hasForm ? [`script-src ${hashOf(script)}`] : []),
    `style-src ${hashOf(style)}`,
    `form-action ${hasForm ? 'http: https:' : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

interface PageFrame {
  language: Language
  /** The operator's name of the site. */
  siteName: string
}

/** The document that posts `fields` to `url` as soon as it is parsed, with a button for browsers without scripts. */
export function buildPayPage(
  { url, fields }: { url: string; fields: Record<string, string> },
  frame: PageFrame,
): Response {
  const textOf = (code: 'title' | 'leaving' | 'proceed') => render(frame.language, 'payPage', { code })
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${Bun.escapeHTML(name)}" value="${Bun.escapeHTML(value)}">`,
  )
  const body = `<p>${textOf('leaving')}</p>
<form method="post" action="${Bun.escapeHTML(url)}" accept-charset="utf-8">
${inputs.join('\n')}
<button class="go">${textOf('proceed')}</button>
</form>
<script>${script}</script>`
  return answer(200, buildDocument({ ...frame, title: textOf('title'), body }), policyOf({ hasForm: true }))
}

/** A page that explains why there is nothing to pay, with a link to the wallet. */
export function buildPayRefusal(refusal: PayRefusal, frame: PageFrame): Response {
  const title = render(frame.language, 'payPage', { code: `${refusal}_title` })
  const text = render(frame.language, 'payPage', { code: `${refusal}_text` })
  const back = render(frame.language, 'payPage', { code: 'back' })
  const body = `<p>${text}</p>
<a class="go" href="/topup">${back}</a>`
  return answer(payRefusalStatuses[refusal], buildDocument({ ...frame, title, body }), policyOf({ hasForm: false }))
}

function buildDocument({ language, siteName, title, body }: PageFrame & { title: string; body: string }) {
  return `<!doctype html>
<html lang="${tagOfLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${Bun.escapeHTML(siteName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="site">${Bun.escapeHTML(siteName)}</div>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

const answer = (status: number, html: string, policy: string): Response =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
