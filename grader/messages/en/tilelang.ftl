# Why there is no TileLang that can be used.
tilelang-not-installed = TileLang is not there yet: run `camp setup --tilelang` once. It fetches about 100 MB and needs no GPU and no PyTorch.
tilelang-python-gone = TileLang was fetched for Python { $version }, and { $python } is no longer that: run `camp setup --tilelang` again.
tilelang-damaged = TileLang in { $site } lacks some of its files: run `camp setup --tilelang` again.
