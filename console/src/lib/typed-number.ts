/**
 * A number as people type it, in the form that JavaScript reads: the digits of any script, a comma or a point before
 * the decimals, groups of three. A comma followed by just three digits groups thousands, as in 1,500; any other comma
 * begins the decimals, as in 1,5. Text that is no number comes back as it is, and no character of it is dropped.
 */
export function readTypedNumber(typed: string | undefined): string {
  // The wide digits and signs of Chinese and Japanese keyboards.
  const text = (typed ?? '').normalize('NFKC').replaceAll(/[\s']/g, '').replaceAll('。', '.')
  if (/^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  if (/^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d*$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return /^[-+]?\d*,\d*$/.test(text) ? text.replace(',', '.') : text
}
