export type Language = 'en' | 'zh'

/** The language of ours that an `Accept-Language` header ranks first; English where it names neither. */
export function acceptedLanguage(header: string | null): Language {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().toLowerCase().split(';q=')
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .toSorted((a, b) => b.weight - a.weight)
  return ranked.find(({ language }) => language === 'en' || language === 'zh')?.language === 'zh'
    ? 'zh'
    : 'en'
}
