/** The pages beside which the banner stands. Long forms, errors and states have the whole width. */
export const hasBanner = (pathname: string): boolean => /^\/(init|login|certification|identify)/i.test(pathname)
