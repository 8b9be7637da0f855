/** All that this browser stores for the app, as one text. */
export const storedTexts = (): string =>
  [localStorage, sessionStorage]
    .flatMap((storage) =>
      Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').flatMap((key) => [
        key,
        storage.getItem(key) ?? '',
      ]),
    )
    .join('\n')
