// Spec §5, Hangul in any form: syllables, single, conjoining and half-width letters. A password must not contain it.
export const withoutKorean = (value: string): string => value.replace(/\p{Script=Hangul}/gu, '')
