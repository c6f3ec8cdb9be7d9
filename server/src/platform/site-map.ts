/** Search engines read no more addresses from one file. */
const addressesMax = 50_000

/** The addresses of pages for search engines, in the format of sitemaps.org. */
export function writeSiteMap(site: string, paths: readonly string[]): string {
  const lines = paths.slice(0, addressesMax).map((path) => `  <url><loc>${Bun.escapeHTML(site + path)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...lines,
    '</urlset>',
    '',
  ].join('\n')
}
