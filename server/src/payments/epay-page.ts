import { createHash } from 'node:crypto'
import { tagOfLanguage } from '@sluice/contract/messages/languages'
import { type PayRefusal, payRefusalStatuses } from '@sluice/contract/topup'
import type { Language } from '../platform/accepted-language.ts'

interface Texts {
  title: string
  leaving: string
  proceed: string
  back: string
  refusals: Record<PayRefusal, { title: string; text: string }>
}

const en: Texts = {
  title: 'Redirecting to the payment',
  leaving: 'The payment page opens automatically. If it does not, use the button.',
  proceed: 'Continue to the payment',
  back: 'Back to my wallet',
  refusals: {
    signed_out: {
      title: 'You are not logged in',
      text: 'Log in, then start the payment again from your wallet.',
    },
    unknown: {
      title: 'No such order',
      text: 'You have no order with this number to pay here. Open it from the history in your wallet.',
    },
    paid: {
      title: 'The order has been paid',
      text: 'The amount was credited to your balance. No further payment is needed.',
    },
    expired: {
      title: 'The order has expired',
      text: 'It can no longer be paid. Place a new one in your wallet.',
    },
    closed: {
      title: 'Online top-up is switched off',
      text: 'The order cannot be paid at the moment. Contact the administrator.',
    },
  },
}

const zh: Texts = {
  title: '正在前往支付',
  leaving: '支付页面会自动打开；如果没有反应，请点击下面的按钮。',
  proceed: '继续支付',
  back: '返回我的钱包',
  refusals: {
    signed_out: { title: '尚未登录', text: '请先登录，再从钱包重新发起支付。' },
    unknown: { title: '找不到这笔订单', text: '你没有这个编号的待支付订单，请从钱包的充值记录中打开。' },
    paid: { title: '订单已支付', text: '这笔订单已经到账，无需再次付款。' },
    expired: { title: '订单已过期', text: '这笔订单已不能支付，请在钱包重新下单。' },
    closed: { title: '在线充值已关闭', text: '这笔订单暂时无法支付，请联系管理员。' },
  },
}

const texts: Record<Language, Texts> = { en, zh }

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
  const { title, leaving, proceed } = texts[frame.language]
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${Bun.escapeHTML(name)}" value="${Bun.escapeHTML(value)}">`,
  )
  const body = `<p>${leaving}</p>
<form method="post" action="${Bun.escapeHTML(url)}" accept-charset="utf-8">
${inputs.join('\n')}
<button class="go">${proceed}</button>
</form>
<script>${script}</script>`
  return answer(200, buildDocument({ ...frame, title, body }), policyOf({ hasForm: true }))
}

/** A page that explains why there is nothing to pay, with a link to the wallet. */
export function buildPayRefusal(refusal: PayRefusal, frame: PageFrame): Response {
  const { refusals, back } = texts[frame.language]
  const { title, text } = refusals[refusal]
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
