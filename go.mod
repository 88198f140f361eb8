module github.com/mutarium/mutarium

go 1.26
