export interface PageHead {
  title: string
  siteName: string
  description: string
  /** The public address of the page; '' = the site does not know its own. */
  address: string
  /** The absolute address of a picture; '' = none. */
  picture: string
  /** The picture is made for links: wide. */
  isLarge?: boolean
}

/** What search engines and messengers show of a page, as elements of its head. */
export function writePageHead({ title, siteName, description, address, picture, isLarge }: PageHead): string {
  const properties: [name: string, content: string][] = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:image', picture],
  ]
  const given = properties.filter(([, content]) => content !== '')
  return [
    `<title>${Bun.escapeHTML(title)}</title>`,
    `<meta name="description" content="${Bun.escapeHTML(description)}" />`,
    `<meta name="twitter:card" content="${isLarge ? 'summary_large_image' : 'summary'}" />`,
    ...given.map(([name, content]) => `<meta property="${name}" content="${Bun.escapeHTML(content)}" />`),
    ...(address === '' ? [] : [`<link rel="canonical" href="${Bun.escapeHTML(address)}" />`]),
  ].join('\n    ')
}
