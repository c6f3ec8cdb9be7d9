/**
 * Adds the nonce of the page to the style elements that scripts create, as the content security policy requires. The
 * component library passes a nonce in most places, but not for the scroll lock behind a dialog and for the empty style
 * elements in the SVG of icons. Injected markup gets no nonce: the parser creates its elements without these methods.
 */
export function addNonceToStyles(page: Document): void {
  const nonce = page.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  if (!nonce) return
  const withNonce = <T extends Element>(element: T): T => {
    if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = nonce
    return element
  }
  const create = page.createElement.bind(page)
  const createIn = page.createElementNS.bind(page)
  Object.assign(page, {
    createElement: (name: string, options?: ElementCreationOptions) => withNonce(create(name, options)),
    createElementNS: (space: string | null, name: string, options?: string | ElementCreationOptions) =>
      withNonce(createIn(space, name, options)),
  })
}
