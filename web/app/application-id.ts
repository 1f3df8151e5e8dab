/** The id of the `<template>` that holds the application of a page that is hydrated for members only. */
export const applicationId = "application";
