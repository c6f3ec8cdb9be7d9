/**
 * The path below which the server serves this console, such as `/ai`, as it wrote it into the page; '' = the root of
 * the domain. Paths in the code are those of the router, without it.
 */
export const basePath: string = globalThis.document?.documentElement.dataset.basePath ?? ''

/** `path` as the browser calls it. Addresses of other sites stay as they are. */
export const withBasePath = (path: string): string => (path.startsWith('/') ? basePath + path : path)

/** The path of the page that is open, as the router knows it. */
export const openPath = (): string =>
  location.pathname.startsWith(`${basePath}/`) ? location.pathname.slice(basePath.length) : '/'

/** The address of this site in the address bar. */
export const ownSite = (): string => location.origin + basePath
