console.info('stub')
