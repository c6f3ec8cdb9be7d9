import { randomBytes } from 'node:crypto'
import { guideChapters, guideTitles, isGuideChapter } from '@sluice/contract/guide-chapters'
import { render } from '@sluice/contract/messages/render'
import { isKeyOf } from '@sluice/contract/typed-keys'
import type { AdminRouter } from './admin/admin-api.ts'
import { announcedIncidents } from './admin/newest-announcements.ts'
import { createPublicModels, type PublicModels } from './admin/pricing/public-models.ts'
import { tooManyRequests } from './core/too-many-requests.ts'
import { refuse } from './identity/login-limits.ts'
import { siteOriginOf } from './identity/site-origin.ts'
import { acceptedLanguage, type Language } from './platform/accepted-language.ts'
import { writeAtomFeed } from './platform/atom-feed.ts'
import { networkOf } from './platform/client-address.ts'
import { firstSentence } from './platform/first-sentence.ts'
import { createLimiter } from './platform/limiter.ts'
import { type PageHead, writePageHead } from './platform/page-head.ts'
import { buildRefusalPage } from './platform/refusal-page.ts'
import { writeRobots } from './platform/robots.ts'
import { contentSecurityPolicy, type ForeignSources, permissionsPolicy } from './platform/security-headers.ts'
import { writeSiteMap } from './platform/site-map.ts'
import { buildFileAnswer, buildPageAnswer, followStaticFiles } from './platform/static-files.ts'
import type { Services } from './services.ts'
import { type Catalogue, emptyCatalogue } from './state/catalogue.ts'
import type { OptionValues } from './state/option-registry.ts'
import { docsPageAt, type ListedDocsPage } from './store/catalogue.ts'

/** For a console folder without files, or of a build from before the documentation was a part of it. */
const advice = 'Run: node scripts/build-console.mjs\n'

/** Paths that are never pages of the console. */
const ownPaths = /^\/(v1|pg|api|assets)(\/|$)/
/** The documentation of the program: files, whose names have an extension. */
const docsFiles = /^\/docs\/.*\.[a-z]+$/

/** Serves the documentation and the built console: its files, and its one page for every other path. */
export function mountConsole(
  router: AdminRouter,
  deps: Services<'state' | 'config' | 'clock' | 'redis'> & {
    /** A folder, or the files inside the executable. */
    consoleFiles: string | ReadonlyMap<string, string>
  },
): void {
  const publicModels = createPublicModels(deps)
  const currentFiles = followStaticFiles(deps.consoleFiles, deps.clock)
  const limit = createLimiter({
    name: 'web',
    limit: deps.config.GLOBAL_WEB_RATE_LIMIT_ENABLE ? deps.config.GLOBAL_WEB_RATE_LIMIT : 0,
    windowSeconds: deps.config.GLOBAL_WEB_RATE_LIMIT_DURATION,
    redis: deps.redis,
  })

  router.on('GET', '/robots.txt', async (c) => {
    refuse(await limit.take(networkOf(c.env.ip)))
    const { options } = deps.state.current()
    const text = writeRobots({
      isIndexed: options['public_pages.indexed'],
      basePath: deps.config.BASE_PATH,
      site: siteOf(options),
    })
    return c.text(text, 200, { 'cache-control': 'public, max-age=3600' })
  })

  router.on('GET', '/sitemap.xml', async (c) => {
    refuse(await limit.take(networkOf(c.env.ip)))
    const { options } = deps.state.current()
    if (!options['public_pages.indexed']) return c.notFound()
    const known = siteOf(options)
    // Its addresses are absolute, of the host that was asked: search engines accept no others.
    const site = known || siteOriginOf(c.req.raw, c.env.isHttps, '') + deps.config.BASE_PATH
    const models = publicModels('en')
    const { HeaderNavModules: nav } = options
    const paths = [
      ...(models === null ? [] : ['/pricing', ...[...models.keys()].map(pathOfModel)]),
      ...(nav.status ? ['/status'] : []),
      ...(nav.about ? ['/about'] : []),
      ...['', ...guideChapters, ...publicDocsPages(deps).map(({ name }) => name)].map(pathOfDocs),
    ]
    return new Response(writeSiteMap(site, ['/', ...paths]), {
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        // A cache could keep the addresses of a forged host.
        'cache-control': known === '' ? 'no-store' : 'public, max-age=3600',
      },
    })
  })

  router.on('GET', '/status.xml', async (c) => {
    refuse(await limit.take(networkOf(c.env.ip)))
    const { options } = deps.state.current()
    const site = siteOf(options)
    if (site === '' || !options.HeaderNavModules.status) return c.notFound()
    const entries = announcedIncidents(options, deps.clock.now()).map(({ content, publishDate, extra }) => ({
      id: `${Date.parse(publishDate)}-${Bun.hash(content).toString(36)}`,
      title: content.split('\n')[0]?.slice(0, feedTitleMax) ?? '',
      text: extra === '' ? content : `${content}\n\n${extra}`,
      at: Date.parse(publishDate),
    }))
    const author = options.SystemName
    return new Response(
      writeAtomFeed({ title: author, address: `${site}/status`, author, entries, now: deps.clock.now() }),
      {
        headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
      },
    )
  })

  router.on('GET', '*', async (c) => {
    const path = c.req.path
    const files = currentFiles()
    const file = files.get(path)
    // Their names contain a hash of the content: browsers cache them, and they do not count as visits.
    if (file && path.startsWith('/assets/'))
      return buildFileAnswer(c.req.raw, file, 'public, max-age=31536000, immutable')
    // Static files too, which do not count: a reader opens many of them. Other paths are pages of the console.
    if (docsFiles.test(path)) {
      if (!files.has('/docs/index.html')) return c.text(`The documentation is not built. ${advice}`, 503)
      if (!file) return c.notFound()
      const answer = buildFileAnswer(c.req.raw, file, 'no-cache')
      answer.headers.set('content-security-policy', docsPolicy)
      return answer
    }
    if (ownPaths.test(path)) return c.notFound()
    // Files that each page loads, such as its picture, are no visits.
    if (file && path !== '/index.html') return buildFileAnswer(c.req.raw, file, 'public, max-age=604800')
    // A reader opens many pages of the guide too.
    if (slugAt(path) === null) {
      const visit = await limit.take(networkOf(c.env.ip))
      if (!visit.ok && isForPerson(c.req.raw)) {
        const refusal = tooManyRequests(visit.retryAfterSeconds)
        const language = acceptedLanguage(c.req.header('accept-language') ?? null)
        return buildRefusalPage({
          language,
          siteName: deps.state.current().options.SystemName,
          message: render(language, 'errors', refusal),
          status: refusal.status,
          retryAfterSeconds: refusal.retryAfterSeconds,
        })
      }
      refuse(visit)
    }
    const moved = movedDocsPage(path, deps.state.current().catalogue.docsPages)
    if (moved !== null) {
      // Another page may take the old address later.
      const headers = { location: deps.config.BASE_PATH + pathOfDocs(moved), 'cache-control': 'public, max-age=3600' }
      return new Response(null, { status: 301, headers })
    }
    const page = files.get('/index.html')
    if (!page) return c.text(`The console is not built. ${advice}`, 503)
    const nonce = randomBytes(16).toString('base64')
    const { options, catalogue } = deps.state.current()
    const basePath = deps.config.BASE_PATH
    const modelsIn = (language: Language) => (path.startsWith(modelPages) ? publicModels(language) : null)
    const head = (language: Language) =>
      writePageHead(headOf(path, { options, language, models: modelsIn(language), docsPages: catalogue.docsPages }))
    const isThere = isModelThere(path, options, modelsIn('en')) && isDocsPageThere(path, catalogue.docsPages)
    const answer = buildPageAnswer(c.req.raw, page, { nonce, basePath, head, status: isThere ? 200 : 404 })
    const foreign = foreignSourcesOf(options, catalogue)
    answer.headers.set('content-security-policy', contentSecurityPolicy(foreign, nonce))
    answer.headers.set('permissions-policy', permissionsPolicy(foreign.frames))
    return answer
  })
}

/** Browsers ask for a page; programs that read one get an error as data. */
const isForPerson = ({ headers }: Request): boolean => headers.get('accept')?.includes('text/html') === true

/** The site's public address with its base path; '' = it does not know its own. */
const siteOf = ({ ServerAddress }: OptionValues): string => ServerAddress.replace(/\/+$/, '')

const modelPages = '/models/'
const docsPages = '/docs/'
const feedTitleMax = 100

/** The address of a model's page. Its name may contain slashes. */
const pathOfModel = (model: string): string => modelPages + model.split('/').map(encodeURIComponent).join('/')

/** The start page of the documentation for customers is ''. */
const pathOfDocs = (slug: string): string => (slug === '' ? '/docs' : docsPages + slug)
const slugAt = (path: string): string | null =>
  path === '/docs' || path.startsWith(docsPages) ? path.slice(docsPages.length).replace(/\/$/, '') : null

const publicDocsPages = ({ state }: Services<'state'>) =>
  state.current().catalogue.docsPages.filter((page) => page.needs_login === 0)

/** Whether a model may exist at the path. True for other pages, and where only accounts may read the list. */
function isModelThere(path: string, { HeaderNavModules: nav }: OptionValues, models: PublicModels | null): boolean {
  if (!path.startsWith(modelPages)) return true
  return models === null ? nav.pricing.enabled : models.has(decodePath(path.slice(modelPages.length)))
}

/** Whether there is a page of the documentation at the path; true for other pages. */
function isDocsPageThere(path: string, pages: readonly ListedDocsPage[]): boolean {
  const slug = slugAt(path)
  return slug === null || slug === '' || isGuideChapter(slug) || pages.some(({ name }) => name === slug)
}

/** The present address of a page that had this one before; null = nothing has moved from here. */
function movedDocsPage(path: string, pages: readonly ListedDocsPage[]): string | null {
  const slug = slugAt(path)
  if (slug === null || slug === '' || isGuideChapter(slug)) return null
  const page = docsPageAt(pages, slug)
  return page === undefined || page.name === slug ? null : page.name
}

/** Public pages with a title and a description of their own. */
const namedPages = {
  '/pricing': { title: 'pricingTitle', description: 'pricing' },
  '/status': { title: 'statusTitle', description: 'status' },
  '/about': { title: 'aboutTitle', description: 'about' },
  '/docs': { title: 'docsTitle', description: 'docs' },
} as const

interface HeadContext {
  options: OptionValues
  language: Language
  /** Null = the page is not one of a model, or visitors may not read about models. */
  models: PublicModels | null
  docsPages: readonly ListedDocsPage[]
}

/** The site's name and what it is; of a model that visitors may read about, its own name and description. */
function headOf(path: string, { options, language, models, docsPages: own }: HeadContext): PageHead {
  const { SystemName: siteName, Logo } = options
  const site = siteOf(options)
  // An address that begins with a slash is one of the domain, and has the base path in it.
  const chosen = options['public_pages.picture'] || Logo
  const picture = chosen === '' ? `${site}/logo.png` : (URL.parse(chosen, site || undefined)?.href ?? '')
  const model = models?.get(decodePath(path.slice(modelPages.length)))
  const docs = docsAt(slugAt(path), language, own)
  const page = isKeyOf(namedPages, path) ? namedPages[path] : docs === null ? null : namedPages['/docs']
  const params = { site: siteName }
  const text = model
    ? ({ code: 'model', params: { ...params, model: model.model_name } } as const)
    : ({ code: page?.description ?? 'description', params } as const)
  const name = model?.model_name ?? docs?.title ?? (page && render(language, 'site', { code: page.title, params: {} }))
  return {
    title: name ? `${name} · ${siteName}` : siteName,
    siteName,
    description: model?.description || docs?.description || render(language, 'site', text),
    address: site === '' ? '' : site + (model ? pathOfModel(model.model_name) : path),
    picture: /^https?:/.test(picture) ? picture : '',
    isLarge: options['public_pages.picture'] !== '',
  }
}

/** A chapter, or a page that visitors may read, with its first sentence; null = another page. */
function docsAt(
  slug: string | null,
  language: Language,
  pages: readonly ListedDocsPage[],
): { title: string; description?: string } | null {
  if (slug === null) return null
  if (isGuideChapter(slug)) return { title: guideTitles[language][slug] }
  const page = pages.find(({ name, needs_login: needsLogin }) => name === slug && needsLogin === 0)
  if (page === undefined) return null
  const inLanguage = (en: string, zh: string) => (language === 'zh' ? zh || en : en || zh)
  const title = inLanguage(page.title_en, page.title_zh)
  return title === '' ? null : { title, description: firstSentence(inLanguage(page.start_en, page.start_zh)) }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A percent sign that begins no code: no page of a model.
    return path
  }
}

/** The pages of the documentation load from this server alone. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const turnstile = 'https://challenges.cloudflare.com'

/** The sources that enabled features, the operator's texts and pictures of vendors need on a page. */
export function foreignSourcesOf(
  options: OptionValues,
  { icons, docsPages: own }: Pick<Catalogue, 'icons' | 'docsPages'> = emptyCatalogue,
): ForeignSources {
  const legal = [options['legal.user_agreement'], options['legal.privacy_policy']]
  const pages = [options.HomePageContent, options.About, ...legal]
  const texts = [
    ...pages,
    options.Notice,
    options.Footer,
    ...options['console_setting.announcements'].flatMap(({ content, extra, content_zh = '', extra_zh = '' }) => [
      content,
      extra,
      content_zh,
      extra_zh,
    ]),
    ...options['console_setting.faq'].map(({ answer }) => answer),
  ]
  const chats = options.Chats.flatMap((chat) => Object.values(chat))
  return {
    scripts: [
      // With a key alone it is tested before it is switched on.
      ...(options.TurnstileSiteKey === '' ? [] : [turnstile]),
      ...(options.TelegramOAuthEnabled ? ['https://telegram.org'] : []),
    ],
    frames: [
      ...(options.TurnstileSiteKey === '' ? [] : [turnstile]),
      ...(options.TelegramOAuthEnabled ? ['https://oauth.telegram.org'] : []),
      // A text that is only a URL is shown as a frame.
      ...pages.filter((text) => /^https:\/\/\S+$/.test(text.trim())),
      // Templates have placeholders after the host.
      ...chats.map((template) => template.replace(/\{.*$/, '')),
    ],
    images: [options.Logo, ...icons, ...(options.WeChatAuthEnabled ? [options.WeChatAccountQRCodeImageURL] : [])],
    anyImage: own.some((page) => page.has_images === 1) || texts.some((text) => /<img\b|!\[/i.test(text)),
  }
}
