/** Words in the names that the server makes. */
export default {
  copySuffix: '_copy',
} as const
