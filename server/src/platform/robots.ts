interface Robots {
  /** Whether search engines may list anything. */
  isIndexed: boolean
  basePath: string
  /** The public address with the base path; '' = the site does not know its own. */
  site: string
}

/** Beginnings of paths: interfaces, pages of accounts, and receipts, whose links are secret. `$` ends a path. */
const forbidden = [
  '/api/',
  '/v1/',
  '/v1beta/',
  '/pg/',
  '/receipt/',
  '/oauth/',
  '/user$',
  '/user/',
  '/setup',
  '/reset',
  '/chat',
  '/detail',
  '/token',
  '/log$',
  '/midjourney',
  '/task',
  '/topup',
  '/personal',
  '/playground',
  '/setting',
  '/channel',
  '/models$',
  '/console/',
  '/redemption',
  '/orders',
  '/margin',
  '/announce',
  '/audit',
]

/** What search engines may read: the public pages, or nothing. */
export function writeRobots({ isIndexed, basePath, site }: Robots): string {
  const rules = isIndexed ? forbidden.map((path) => `Disallow: ${basePath}${path}`) : ['Disallow: /']
  const map = isIndexed && site !== '' ? ['', `Sitemap: ${site}/sitemap.xml`] : []
  return ['User-agent: *', ...rules, ...map, ''].join('\n')
}
